/// The changes that turn one version of a list into another, in at most three stages (contract, section 4).
///
/// First sections are inserted and moved, then items change, then sections are deleted and updated; a stage in which nothing happens is
/// left out. So no item is inserted, deleted or moved in a section that the same stage inserts, deletes or moves, which is what
/// `UICollectionView.performBatchUpdates(_:completion:)` asks for. Values are not in it: an item's is found by its revision.
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
