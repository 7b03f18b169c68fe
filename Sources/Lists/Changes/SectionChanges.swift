/// The changes of sections in a stage of a ``Changeset``. Each array is in ascending order of index, moves by their target.
public struct SectionChanges: Sendable, Equatable {
    public var deleted: [Deletion] = []
    public var inserted: [StagedSection] = []
    public var moved: [Move] = []
    /// Sections with another header, footer or metadata.
    public var updated: [StagedSection] = []

    public init() {}

    public var operationCount: Int { deleted.count + inserted.count + moved.count + updated.count }

    /// A section that is deleted, with the items that it has by then.
    public struct Deletion: Sendable, Equatable {
        public let id: Identifier
        /// Before the stage.
        public let index: Int

        public init(id: Identifier, index: Int) {
            self.id = id
            self.index = index
        }
    }

    /// A section that moves with its items.
    public struct Move: Sendable, Equatable {
        public let id: Identifier
        /// Before the stage.
        public let from: Int
        /// After the stage.
        public let to: Int

        public init(id: Identifier, from: Int, to: Int) {
            self.id = id
            self.from = from
            self.to = to
        }
    }
}

/// A section as it is after a stage of a ``Changeset``.
public struct StagedSection: Sendable, Equatable {
    public let id: Identifier
    public let index: Int
    public let content: SectionContent
    /// The items that it has after the stage: of a section that is inserted those that are new; others come by a later stage.
    public let itemCount: Int

    public init(id: Identifier, index: Int, content: SectionContent, itemCount: Int) {
        self.id = id
        self.index = index
        self.content = content
        self.itemCount = itemCount
    }
}
