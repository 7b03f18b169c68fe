/// One call of `performBatchUpdates`, as the server writes it.
///
/// `deleted` and `from` count before the stage, all else after it; every array is in ascending order, moves by `to`.
struct StageAnswer<Item: Codable & Sendable>: Decodable, Sendable {
    struct Sections: Decodable, Sendable {
        var deleted: [Deletion] = []
        var inserted: [Placed] = []
        var moved: [Move] = []
        var updated: [Placed] = []

        struct Deletion: Decodable, Sendable {
            var id: String
            var index: Int
        }
        struct Placed: Decodable, Sendable {
            var index: Int
            var section: ListSection
        }
        struct Move: Decodable, Sendable {
            var id: String
            var from: Int
            var to: Int
        }
    }

    struct Items: Decodable, Sendable {
        var deleted: [Deletion] = []
        var inserted: [Placed] = []
        var moved: [Move] = []
        var updated: [Placed] = []

        struct Deletion: Decodable, Sendable {
            var id: String
            var indexPath: RowPosition
        }
        struct Placed: Decodable, Sendable {
            var indexPath: RowPosition
            var item: ListRow<Item>
        }
        struct Move: Decodable, Sendable {
            var id: String
            var from: RowPosition
            var to: RowPosition
        }
    }

    var sections = Sections()
    var items = Items()

    /// Whether a row may be at another index path after it.
    var movesRows: Bool {
        !(sections.deleted.isEmpty && sections.inserted.isEmpty && sections.moved.isEmpty && items.deleted.isEmpty && items.inserted.isEmpty
            && items.moved.isEmpty)
    }
}
