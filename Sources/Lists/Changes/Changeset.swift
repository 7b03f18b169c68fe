/// The difference between two versions of a list, in at most three stages (contract, section 4).
///
/// The first stage inserts and moves sections, the second changes items, the third deletes and updates sections. A stage in which nothing
/// happens is left out. So no stage inserts, deletes or moves an item in a section that it inserts, deletes or moves.
/// `UICollectionView.performBatchUpdates(_:completion:)` requires this. A changeset holds no values: an item's value is found by its
/// revision.
public struct Changeset: Sendable, Equatable {
    /// In the order in which they are applied.
    public let stages: [Stage]

    public init(stages: [Stage]) {
        self.stages = stages
    }

    /// How many entries the stages have.
    public var operationCount: Int { stages.reduce(0) { $0 + $1.operationCount } }

    /// One batch of updates. Deletions and the sources of moves count before the stage, all else counts after it. Updates are applied last.
    public struct Stage: Sendable, Equatable {
        public var sections: SectionChanges
        public var items: ItemChanges

        public init(sections: SectionChanges = SectionChanges(), items: ItemChanges = ItemChanges()) {
            self.sections = sections
            self.items = items
        }

        public var operationCount: Int { sections.operationCount + items.operationCount }
    }
}
