import JSON

/// A replacement whose contents are in memory and were matched there.
struct MatchedContents: ReplacementSource {
    /// The most items that are handed out at a time.
    private static let runLength = 4_096

    let properties: ListProperties?
    let bringsOnlyNewIDs = false
    private let old: StoredContents
    private let new: ProposedContents
    private let match: ContentMatch

    init(_ old: StoredContents, _ new: ProposedContents, properties: ListProperties?) throws {
        self.properties = properties
        self.old = old
        self.new = new
        match = try ContentMatch(old, new)
    }

    var sectionCount: Int { new.sections.count }

    func section(at index: Int) -> (draft: SectionDraft, old: Int?) {
        var draft = new.sections[index]
        draft.items = []
        return (draft, match.sections[index])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let range = new.ranges[index]
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.runLength) {
            try body((start..<min(start + Self.runLength, range.upperBound)).map { item($0, ofSection: index) })
        }
    }

    private func item(_ index: Int, ofSection section: Int) -> ProposedItem {
        let draft = new.item(index, ofSection: section)
        let kept = match.items[index].map { position in
            KeptItem(position: position, entry: old.items[position], isSameValue: old.digests[position] == new.digests[index])
        }
        let path = IndexPath(section: section, row: index - new.ranges[section].lowerBound)
        return ProposedItem(
            id: new.ids[index], bringsID: draft.id != nil, type: draft.type, value: draft.value, kept: kept, subject: .item(path))
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        var isKept = [Bool](repeating: false, count: old.items.count)
        for case let position? in match.items { isKept[position] = true }
        var run: [ItemEntry] = []
        for (index, entry) in old.items.enumerated() where !isKept[index] {
            run.append(entry)
            guard run.count == Self.runLength else { continue }
            try body(run)
            run.removeAll(keepingCapacity: true)
        }
        if !run.isEmpty { try body(run) }
    }
}

/// The old sections and items that a replacement keeps (contract, section 3). Sections match by id, then by equality in order, then one to
/// one. Items match by id, then by value.
private struct ContentMatch {
    /// For each proposed section, the index of the old one that it continues.
    let sections: [Int?]
    /// For each proposed item, the index of the old one that it continues.
    let items: [Int?]

    init(_ old: StoredContents, _ new: ProposedContents) throws {
        sections = SectionMatch.matches(old: old.marks.map(\.id), new: new.sections.map(\.id)) {
            (
                old: zip(old.marks, old.ranges).map { ContentDigest([$0.header, ContentDigest(old.digests[$1])]) },
                new: zip(new.sections, new.ranges).map { ContentDigest([ContentDigest($0.header), ContentDigest(new.digests[$1])]) }
            )
        }
        let unmatched = UnmatchedContents(old, new)
        if new.isMissingIDs { try ValueMatch.match(sections, new: { new.ranges[$0] }, old: old.ranges, in: unmatched) }
        items = unmatched.matches
    }
}

/// The items of a replacement in memory while they are matched.
private final class UnmatchedContents: UnmatchedItems {
    /// For each proposed item, the index of the old one that it continues.
    private(set) var matches: [Int?]
    /// All of them are in memory.
    let exactLimit = Int.max
    private var isClaimed: [Bool]
    private var left: [UnmatchedRanges] = []
    private let old: StoredContents
    private let new: ProposedContents

    /// Matches the items that bring an id.
    init(_ old: StoredContents, _ new: ProposedContents) {
        self.old = old
        self.new = new
        matches = Array(repeating: nil, count: new.ids.count)
        isClaimed = Array(repeating: false, count: old.items.count)
        guard new.hasIDs else { return }
        let byID = Dictionary(old.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, id) in new.ids.enumerated() {
            guard let id, let match = byID[id] else { continue }
            pair(new: index, old: match)
        }
    }

    func pair(new: Int, old: Int) {
        matches[new] = old
        isClaimed[old] = true
    }

    func read(_ ranges: UnmatchedRanges, _ order: UnmatchedOrder, _ body: (_ new: Next, _ old: Next) throws -> Void) throws {
        guard order != .byValue else { return try Self.sort(newItems(ranges.new), oldItems(ranges.old), body) }
        var rest = (new: ranges.new, old: ranges.old)
        let isForwards = order == .forwards
        try body(
            {
                while let index = isForwards ? rest.new.popFirst() : rest.new.popLast() {
                    if let item = self.newItem(index) { return item }
                }
                return nil
            },
            {
                while let index = isForwards ? rest.old.popFirst() : rest.old.popLast() {
                    if let item = self.oldItem(index) { return item }
                }
                return nil
            })
    }

    func leave(_ ranges: UnmatchedRanges) { left.append(ranges) }

    func readLeft(_ body: (_ new: Next, _ old: Next) throws -> Void) throws {
        try Self.sort(left.flatMap { newItems($0.new) }, left.flatMap { oldItems($0.old) }, body)
    }

    private static func sort(
        _ new: [UnmatchedItem], _ old: [UnmatchedItem], _ body: (_ new: Next, _ old: Next) throws -> Void
    ) throws {
        guard !new.isEmpty, !old.isEmpty else { return }
        var rest = (new: new.sorted(by: UnmatchedItem.precedes).makeIterator(), old: old.sorted(by: UnmatchedItem.precedes).makeIterator())
        try body({ rest.new.next() }, { rest.old.next() })
    }

    private func newItems(_ range: Range<Int>) -> [UnmatchedItem] { range.compactMap { newItem($0) } }
    private func oldItems(_ range: Range<Int>) -> [UnmatchedItem] { range.compactMap { oldItem($0) } }

    /// A proposed item that has no match yet, and no id.
    private func newItem(_ index: Int) -> UnmatchedItem? {
        matches[index] == nil && new.ids[index] == nil ? UnmatchedItem(position: index, digest: new.digests[index]) : nil
    }

    private func oldItem(_ index: Int) -> UnmatchedItem? {
        isClaimed[index] ? nil : UnmatchedItem(position: index, digest: old.digests[index])
    }
}

/// The contents that a replacement asks for, flat, with the ids that its items bring and digests of their values.
struct ProposedContents {
    let sections: [SectionDraft]
    /// The id of each item, in document order; `nil` where it brings none.
    let ids: [Identifier?]
    let digests: [ContentDigest]
    /// For each section, its items' range within `ids` and `digests`.
    let ranges: [Range<Int>]
    /// Whether some item has an id.
    let hasIDs: Bool
    /// Whether some item has none.
    let isMissingIDs: Bool

    /// - Parameter identity: The pointer to the id in the value of an item that brings none itself.
    /// - Throws: ``ListError`` `idRepeated`, or `identityMissing` where `identity` leads to no id.
    init(_ sections: [SectionDraft], identity: JSONPointer?) throws {
        self.sections = sections
        var ids: [Identifier?] = []
        var digests: [ContentDigest] = []
        var ranges: [Range<Int>] = []
        var seen: Set<Identifier> = []
        for (index, section) in sections.enumerated() {
            let start = ids.count
            for (row, item) in section.items.enumerated() {
                let path = IndexPath(section: index, row: row)
                let id = try item.id ?? identity.map { try Identifier(identifying: item.value, at: $0, .item(path)) }
                if let id, !seen.insert(id).inserted {
                    throw ListError(.idRepeated, "The item id “\(id)” stands twice.", at: .item(path))
                }
                ids.append(id)
                digests.append(ContentDigest(item.value))
            }
            ranges.append(start..<ids.count)
        }
        self.ids = ids
        self.digests = digests
        self.ranges = ranges
        hasIDs = !seen.isEmpty
        isMissingIDs = seen.count < ids.count
    }

    /// The draft of an item.
    func item(_ index: Int, ofSection section: Int) -> ItemDraft {
        sections[section].items[index - ranges[section].lowerBound]
    }
}

/// All that a list holds, flat, as a replacement compares it: entries in list order with digests in place of values.
struct StoredContents {
    let sections: [SectionEntry]
    let marks: [SectionMark]
    /// The items of all sections, in list order.
    let items: [ItemEntry]
    let digests: [ContentDigest]
    /// The ids of `items`; empty unless asked for.
    let ids: [Identifier]
    /// For each section, its items' range within `items`.
    let ranges: [Range<Int>]

    init(_ tree: OrderedTree<SectionEntry>, in storage: any ListStorage, withIDs: Bool) throws {
        sections = try tree.elements(in: 0..<tree.count, of: storage)
        marks = try SectionMark.all(of: sections, in: storage)
        var items: [ItemEntry] = []
        items.reserveCapacity(tree.itemCount)
        ranges = try sections.map { section in
            let start = items.count
            try section.items.forEach(in: 0..<section.items.count, of: storage) { items.append($0) }
            return start..<items.count
        }
        var digests: [ContentDigest] = []
        digests.reserveCapacity(items.count)
        var ids: [Identifier] = []
        try storage.readItems(items.map(\.revision)) { _, item in
            digests.append(ContentDigest(item.value))
            if withIDs { ids.append(Identifier(verbatim: String(decoding: item.id, as: UTF8.self))) }
        }
        self.items = items
        self.digests = digests
        self.ids = ids
    }
}
