/// The version that an edit began with.
struct BaseVersion {
    let head: ListHead
    private let storage: any ListStorage
    private let known = KnownParents()

    /// The parents that were asked for: items of a batch have most of the way up in common.
    private final class KnownParents {
        static let limit = 10_000
        /// The parents on the way up from one item of a long list.
        static let first = 8

        var parents: [Number: Number?] = [:]
    }

    init(_ head: ListHead, in storage: any ListStorage) {
        self.head = head
        self.storage = storage
    }

    /// Returns the parent that a number had.
    func parent(of number: Number) throws -> Number? {
        if let parent = known.parents[number] { return parent }
        let parent = try storage.parent(of: number, at: head.version)
        if known.parents.isEmpty { known.parents.reserveCapacity(KnownParents.first) }
        if known.parents.count < KnownParents.limit { known.parents[number] = .some(parent) }
        return parent
    }

    /// The entry that an item had; `nil` where there was no such item.
    func item(numbered number: Number) throws -> ItemEntry? {
        try ListSnapshot.item(numbered: number, in: head.sections, Ancestry(parent: parent), storage)?.entry
    }

    /// The entry that a section had; `nil` where there was no such section.
    func section(numbered number: Number) throws -> SectionEntry? {
        guard let path = try Ancestry(parent: parent).path(to: number, from: head.sections.owner),
            let found = try head.sections.find(path, in: storage), found.rest.isEmpty
        else { return nil }
        return found.element
    }
}
