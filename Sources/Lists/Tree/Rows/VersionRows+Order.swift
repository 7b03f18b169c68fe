extension VersionRows {
    /// Brings the rows into the order of their keys, which is that of a store's tables.
    mutating func sort() {
        itemNodes.sort { $0.key < $1.key }
        sectionNodes.sort { $0.key < $1.key }
        itemRevisions.sort { $0.key < $1.key }
        sectionRevisions.sort { $0.key < $1.key }
        itemNames.sort { $0.id < $1.id }
        sectionNames.sort { $0.id < $1.id }
        placements.sort { $0.number < $1.number }
        garbage.itemNodes.sort()
        garbage.sectionNodes.sort()
        garbage.itemRevisions.sort()
        garbage.sectionRevisions.sort()
        garbage.unmeasured.sort()
        garbage.replacedPlacements.sort()
        garbage.deletedItems.sort()
        garbage.deletedSections.sort()
        if !garbage.deletedNames.isEmpty { garbage.deletedNames.sort { $0.number < $1.number } }
    }
}
