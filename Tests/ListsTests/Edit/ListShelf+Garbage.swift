@testable import Lists

extension ListShelf {
    /// All that one version reaches.
    struct Reach: Equatable {
        var itemNodes: Set<NodeKey> = []
        var sectionNodes: Set<NodeKey> = []
        var itemRevisions: Set<RevisionKey> = []
        var sectionRevisions: Set<RevisionKey> = []
        var properties: Set<RevisionKey> = []
        /// What each thing stands under.
        var places: [Number: Number] = [:]
        var items: Set<Number> = []
        var sections: Set<Number> = []
    }

    /// Says how what the newest version names as left behind differs from what only its predecessor reaches; `nil` where it does not.
    func garbageDefect() throws -> String? {
        guard let rows = drafts[head.version]?.rows, head.version > 1 else { return nil }
        let garbage = rows.garbage
        let old = try reach(head.version - 1)
        let new = try reach(head.version)
        var replaced = Set(old.places.filter { new.places[$0.key] != $0.value }.map(\.key))
        // What was deleted before and is there again has a row of that.
        for placement in rows.placements where parent(of: placement.number, at: head.version - 1) == 0 { replaced.insert(placement.number) }
        var bytes: Int64 = 0
        for key in old.itemNodes.subtracting(new.itemNodes) { bytes += Int64(try itemNode(key).encoded().count) }
        for key in old.sectionNodes.subtracting(new.sectionNodes) { bytes += Int64(try sectionNode(key).encoded().count) }
        let checks: [(String, Bool)] = [
            ("nodes of items", garbage.itemNodes.sorted() == old.itemNodes.subtracting(new.itemNodes).sorted()),
            ("nodes of sections", garbage.sectionNodes.sorted() == old.sectionNodes.subtracting(new.sectionNodes).sorted()),
            ("bytes of nodes", garbage.nodeBytes == bytes),
            ("revisions of items", garbage.itemRevisions.sorted() == old.itemRevisions.subtracting(new.itemRevisions).sorted()),
            ("revisions of sections", garbage.sectionRevisions.sorted() == old.sectionRevisions.subtracting(new.sectionRevisions).sorted()),
            ("properties", garbage.properties.sorted() == old.properties.subtracting(new.properties).sorted()),
            ("placements", garbage.replacedPlacements.sorted() == replaced.sorted()),
            ("items", garbage.deletedItems.sorted() == old.items.subtracting(new.items).sorted()),
            ("sections", garbage.deletedSections.sorted() == old.sections.subtracting(new.sections).sorted()),
            ("names of items", Set(rows.itemNames.map(\.number)).isSubset(of: new.items)),
            ("placement rows", Set(rows.placements.map(\.number)).count == rows.placements.count),
        ]
        return checks.first { !$0.1 }.map { "version \(head.version): the garbage's \($0.0)" }
    }
}
