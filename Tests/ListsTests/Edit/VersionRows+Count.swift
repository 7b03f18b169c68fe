@testable import Lists

extension VersionRows {
    /// How many rows there are, those left behind included.
    var count: Int {
        itemNodes.count + sectionNodes.count + itemRevisions.count + sectionRevisions.count + itemNames.count + sectionNames.count
            + placements.count + garbage.itemNodes.count + garbage.sectionNodes.count + garbage.itemRevisions.count
            + garbage.sectionRevisions.count + garbage.replacedPlacements.count + garbage.deletedItems.count + garbage.deletedSections.count
    }

    static func += (rows: inout Self, more: Self) {
        rows.itemNodes += more.itemNodes
        rows.sectionNodes += more.sectionNodes
        rows.itemRevisions += more.itemRevisions
        rows.sectionRevisions += more.sectionRevisions
        rows.itemNames += more.itemNames
        rows.sectionNames += more.sectionNames
        rows.placements += more.placements
        rows.garbage.itemNodes += more.garbage.itemNodes
        rows.garbage.sectionNodes += more.garbage.sectionNodes
        rows.garbage.nodeBytes += more.garbage.nodeBytes
        rows.garbage.itemRevisions += more.garbage.itemRevisions
        rows.garbage.sectionRevisions += more.garbage.sectionRevisions
        rows.garbage.properties += more.garbage.properties
        rows.garbage.replacedPlacements += more.garbage.replacedPlacements
        rows.garbage.deletedItems += more.garbage.deletedItems
        rows.garbage.deletedSections += more.garbage.deletedSections
    }
}
