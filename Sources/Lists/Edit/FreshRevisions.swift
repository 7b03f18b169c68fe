/// The revisions that a write made and those that it left behind. One that is made and replaced within the write never leaves it.
struct FreshRevisions {
    private(set) var items: [RevisionKey: ItemRevision] = [:]
    private(set) var sections: [RevisionKey: SectionRevision] = [:]
    private(set) var retiredItems: [RevisionKey] = []
    private(set) var retiredSections: [RevisionKey] = []

    mutating func add(_ revision: ItemRevision) { items[revision.key] = revision }

    mutating func add(_ revision: SectionRevision) { sections[revision.key] = revision }

    mutating func retireItem(_ key: RevisionKey) {
        if items.removeValue(forKey: key) == nil { retiredItems.append(key) }
    }

    mutating func retireSection(_ key: RevisionKey) {
        if sections.removeValue(forKey: key) == nil { retiredSections.append(key) }
    }
}
