/// What a stage of a ``Changeset`` does to items. Each run is in ascending order of place, moves by where they go.
///
/// The `position` of an ``Item`` here is its row.
public struct ItemChanges: Sendable, Equatable {
    public var deleted: [Deletion] = []
    public var inserted: [Item] = []
    public var moved: [Move] = []
    /// Items with another revision or type; those that have moved, too, are also among the moves.
    public var updated: [Item] = []

    public init() {}

    public var operationCount: Int { deleted.count + inserted.count + moved.count + updated.count }

    /// An item that goes, without its section.
    public struct Deletion: Sendable, Equatable {
        public let id: Identifier
        /// Before the stage.
        public let indexPath: IndexPath

        public init(id: Identifier, indexPath: IndexPath) {
            self.id = id
            self.indexPath = indexPath
        }
    }

    /// An item that stands elsewhere afterwards, in its section or in another.
    public struct Move: Sendable, Equatable {
        public let id: Identifier
        /// Before the stage.
        public let from: IndexPath
        /// After the stage.
        public let to: IndexPath

        public init(id: Identifier, from: IndexPath, to: IndexPath) {
            self.id = id
            self.from = from
            self.to = to
        }
    }
}
