/// The changes of items in a stage of a ``Changeset``. Each array is in ascending order of index path, moves by their target.
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

    /// An item that is deleted, its section aside.
    public struct Deletion: Sendable, Equatable {
        public let id: Identifier
        /// Before the stage.
        public let indexPath: IndexPath

        public init(id: Identifier, indexPath: IndexPath) {
            self.id = id
            self.indexPath = indexPath
        }
    }

    /// An item that moves, within its section or to another.
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
