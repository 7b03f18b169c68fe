import JSON

/// The content of an earlier version of a list, matched with the head by the numbers of its sections and items.
///
/// A leaf that both versions have is matched as a whole, wherever it stands. The items of the head's other leaves are kept by number: in all
/// that is some forty bytes a leaf, and seventeen an item of these.
final class EarlierContent: ReplacementSource {
    private let target: ListSnapshot
    private let sections: [SectionEntry]
    /// The indices in the head of its sections, by number.
    private let oldSections: [Number: Int]
    /// The positions in the head of the first items of the leaves that both versions have.
    private let shared: [NodeKey: Int]
    private let displaced: DisplacedItems

    let bringsOnlyNewIDs = false

    /// - Parameter head: The version that is replaced.
    init(of target: ListSnapshot, over head: ListSnapshot) throws {
        self.target = target
        sections = try target.head.sections.elements(in: 0..<target.sectionCount, of: target.storage)
        var known: Set<NodeKey> = []
        for section in sections { try section.items.forEachLeaf(of: target.storage) { known.insert($0.key) } }
        var (oldSections, shared): ([Number: Int], [NodeKey: Int]) = ([:], [:])
        let displaced = DisplacedItems(of: head.storage)
        var position = 0
        for (index, section) in try head.head.sections.elements(in: 0..<head.sectionCount, of: head.storage).enumerated() {
            oldSections[section.number] = index
            try section.items.forEachLeaf(of: head.storage) { leaf in
                if known.contains(leaf.key) { shared[leaf.key] = position } else { try displaced.add(leaf, at: position) }
                position += leaf.count
            }
        }
        displaced.sort()
        (self.oldSections, self.shared, self.displaced) = (oldSections, shared, displaced)
    }

    var properties: ListProperties? { target.head.properties }
    var sectionCount: Int { sections.count }

    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?) {
        let entry = sections[index]
        guard let revision = try target.storage.sections([entry.revision]).first else { throw MissingRecord(key: entry.revision) }
        let content = revision.content
        let draft = SectionDraft(id: revision.id, header: content.header, footer: content.footer, metadata: content.metadata)
        return (draft, oldSections[entry.number])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let items = sections[index].items
        var row = 0
        try items.forEachLeaf(of: target.storage) { leaf in
            let entries = try OrderedTree<ItemEntry>.elements(ofLeaf: leaf, in: target.storage)
            if let position = shared[leaf.key] {
                try body(zip(position..., entries).map { Self.kept(KeptItem(position: $0, entry: $1, isSameValue: true)) })
            } else {
                try body(try proposed(entries, from: IndexPath(section: index, row: row)))
            }
            row += leaf.count
        }
    }

    /// An item that stays as it is.
    private static func kept(_ item: KeptItem) -> ProposedItem {
        ProposedItem(id: nil, bringsID: false, type: .unspecified, value: .null, kept: item)
    }

    /// The items of a leaf that the head has not.
    ///
    /// - Parameter path: The index path of the first of them.
    private func proposed(_ entries: [ItemEntry], from path: IndexPath) throws -> [ProposedItem] {
        let kept = try entries.map { try displaced.keep($0.number) }
        let written = entries.indices.filter { kept[$0]?.entry != entries[$0] }
        let revisions = try target.revisions(written.flatMap { [entries[$0].revision] + (kept[$0].map { [$0.entry.revision] } ?? []) })
        return try entries.indices.map { index in
            let entry = entries[index]
            var old = kept[index]
            if let old, old.entry == entry { return Self.kept(old) }
            guard let revision = revisions[entry.revision] else { throw MissingRecord(key: entry.revision) }
            if let known = old {
                let isSame = revisions[known.entry.revision]?.value == revision.value
                // Another revision of the same value and type is no change.
                if isSame, known.entry.type == entry.type { return Self.kept(known) }
                old?.isSameValue = isSame
            }
            return ProposedItem(
                id: revision.id, bringsID: true, type: target.head.types[entry.type].map { .named($0) } ?? TypeChoice.none,
                value: revision.value, kept: old, subject: .item(IndexPath(section: path.section, row: path.row + index)))
        }
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws { try displaced.readDropped(body) }
}

extension ListSnapshot {
    /// Revisions of items by their keys.
    fileprivate func revisions(_ keys: [RevisionKey]) throws -> [RevisionKey: ItemRevision] {
        var revisions: [RevisionKey: ItemRevision] = [:]
        guard !keys.isEmpty else { return revisions }
        try storage.readItems(keys) { index, stored in
            revisions[keys[index]] = ItemRevision(keys[index], stored)
        }
        return revisions
    }
}
