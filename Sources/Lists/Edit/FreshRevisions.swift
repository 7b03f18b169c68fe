/// The revisions that a write made and those that it left behind. One that is made and replaced within the write never leaves it.
struct FreshRevisions {
    private(set) var items: [RevisionKey: ItemRevision] = [:]
    private(set) var sections: [RevisionKey: SectionRevision] = [:]
    private var leftItems: [RevisionKey] = []
    private var leftSections: [RevisionKey] = []
    /// Left behind first, and then what the thing has again.
    private var restoredItems: Set<RevisionKey> = []
    private var restoredSections: Set<RevisionKey> = []

    /// Whether anything in the list has a revision that the write made.
    var hasFresh: Bool { !items.isEmpty || !sections.isEmpty }
    var retiredItems: [RevisionKey] { leftItems.filter { !restoredItems.contains($0) } }
    var retiredSections: [RevisionKey] { leftSections.filter { !restoredSections.contains($0) } }

    mutating func add(_ revision: ItemRevision) { items[revision.key] = revision }

    mutating func add(_ revision: SectionRevision) { sections[revision.key] = revision }

    mutating func retireItem(_ key: RevisionKey) {
        if items.removeValue(forKey: key) == nil, restoredItems.remove(key) == nil { leftItems.append(key) }
    }

    mutating func retireSection(_ key: RevisionKey) {
        if sections.removeValue(forKey: key) == nil, restoredSections.remove(key) == nil { leftSections.append(key) }
    }

    /// Takes back that an item's revision was left behind.
    mutating func restoreItem(_ key: RevisionKey) { restoredItems.insert(key) }

    /// Takes back that a section's revision was left behind.
    mutating func restoreSection(_ key: RevisionKey) { restoredSections.insert(key) }
}
