import Lists

/// Everything that the versions of one incarnation of a list are made of, in dictionaries.
struct MemoryRecords {
    private(set) var heads: [Int64: ListHead] = [:]
    private(set) var authors: [Int64: String] = [:]
    private(set) var itemNodes: [NodeKey: TreeNode<ItemEntry>] = [:]
    private(set) var sectionNodes: [NodeKey: TreeNode<SectionEntry>] = [:]
    private(set) var itemRevisions: [RevisionKey: ItemRevision] = [:]
    private(set) var sectionRevisions: [RevisionKey: SectionRevision] = [:]
    private(set) var itemNames: [Identifier: Number] = [:]
    private(set) var sectionNames: [Identifier: Number] = [:]
    private var parents: [Number: [(since: Int64, parent: Number)]] = [:]
    private var garbage: [Int64: VersionGarbage] = [:]

    /// What a number stood under in a version.
    func parent(of number: Number, at version: Int64) -> Number? {
        parents[number]?.last { $0.since <= version }?.parent
    }

    /// Adds all that a version has and its predecessor had not.
    mutating func add(_ draft: VersionDraft) {
        let version = draft.head.version
        heads[version] = draft.head
        authors[version] = draft.author
        garbage[version] = draft.rows.garbage
        for node in draft.rows.itemNodes { itemNodes[node.key] = node }
        for node in draft.rows.sectionNodes { sectionNodes[node.key] = node }
        for revision in draft.rows.itemRevisions { itemRevisions[revision.key] = revision }
        for revision in draft.rows.sectionRevisions { sectionRevisions[revision.key] = revision }
        for name in draft.rows.itemNames { itemNames[name.id] = name.number }
        for name in draft.rows.sectionNames { sectionNames[name.id] = name.number }
        for placement in draft.rows.placements { parents[placement.number, default: []].append((version, placement.parent)) }
    }

    /// Takes back the newest version.
    mutating func remove(_ draft: VersionDraft) {
        let version = draft.head.version
        heads[version] = nil
        authors[version] = nil
        garbage[version] = nil
        for node in draft.rows.itemNodes { itemNodes[node.key] = nil }
        for node in draft.rows.sectionNodes { sectionNodes[node.key] = nil }
        for revision in draft.rows.itemRevisions { itemRevisions[revision.key] = nil }
        for revision in draft.rows.sectionRevisions { sectionRevisions[revision.key] = nil }
        for name in draft.rows.itemNames { itemNames[name.id] = nil }
        for name in draft.rows.sectionNames { sectionNames[name.id] = nil }
        for placement in draft.rows.placements { removePlaces(of: placement.number) { $0 == version } }
    }

    /// Removes the version before `version`, and what it reaches and `version` does not.
    mutating func collect(before version: Int64) {
        heads[version - 1] = nil
        authors[version - 1] = nil
        guard let garbage = garbage.removeValue(forKey: version) else { return }
        for key in garbage.itemNodes { itemNodes[key] = nil }
        for key in garbage.sectionNodes { sectionNodes[key] = nil }
        for number in garbage.replacedPlacements { removePlaces(of: number) { $0 < version } }
        let items = Set(garbage.deletedItems.filter { isGone($0, since: version) })
        for key in garbage.itemRevisions {
            guard let revision = itemRevisions.removeValue(forKey: key), items.contains(revision.number) else { continue }
            itemNames[revision.id] = nil
        }
        let sections = Set(garbage.deletedSections.filter { isGone($0, since: version) })
        for key in garbage.sectionRevisions {
            guard let revision = sectionRevisions.removeValue(forKey: key), sections.contains(revision.number) else { continue }
            sectionNames[revision.id] = nil
        }
        for number in items.union(sections) { parents[number] = nil }
    }

    /// Whether a version deleted a thing that was not inserted again since.
    private func isGone(_ number: Number, since version: Int64) -> Bool {
        guard let newest = parents[number]?.last else { return false }
        return newest.since == version && newest.parent == 0
    }

    private mutating func removePlaces(of number: Number, where isOld: (Int64) -> Bool) {
        parents[number]?.removeAll { isOld($0.since) }
        if parents[number]?.isEmpty == true { parents[number] = nil }
    }
}
