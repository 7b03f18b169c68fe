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

    init(_ old: StoredContents, _ new: ProposedContents, properties: ListProperties?) {
        self.properties = properties
        self.old = old
        self.new = new
        match = ContentMatch(old, new)
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
/// one. Items match by id, then by equality in order, then by equality anywhere.
struct ContentMatch {
    /// For each proposed section, the index of the old one that it continues.
    let sections: [Int?]
    /// For each proposed item, the index of the old one that it continues.
    private(set) var items: [Int?]

    private let old: StoredContents
    private let new: ProposedContents

    init(_ old: StoredContents, _ new: ProposedContents) {
        self.old = old
        self.new = new
        sections = SectionMatch.matches(old: old.marks.map(\.id), new: new.sections.map(\.id)) {
            (
                old: zip(old.marks, old.ranges).map { ContentDigest([$0.header, ContentDigest(old.digests[$1])]) },
                new: zip(new.sections, new.ranges).map { ContentDigest([ContentDigest($0.header), ContentDigest(new.digests[$1])]) }
            )
        }
        items = Array(repeating: nil, count: new.ids.count)
        matchItems()
    }

    private mutating func matchItems() {
        var claimed = [Bool](repeating: false, count: old.items.count)
        if new.hasIDs {
            let byID = Dictionary(old.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            for (index, id) in new.ids.enumerated() {
                guard let id, let match = byID[id] else { continue }
                items[index] = match
                claimed[match] = true
            }
        }
        var pairBudget = CommonOrder.largestPairBudget
        for (section, match) in sections.enumerated() {
            guard let match else { continue }
            let oldLeft = old.ranges[match].filter { !claimed[$0] }
            let newLeft = new.ranges[section].filter { new.ids[$0] == nil }
            for pair in CommonOrder.pairs(oldLeft.map { old.digests[$0] }, newLeft.map { new.digests[$0] }, pairBudget: &pairBudget) {
                items[newLeft[pair.new]] = oldLeft[pair.old]
                claimed[oldLeft[pair.old]] = true
            }
        }
        matchLeftovers(claimed)
    }

    /// Items without an id that are left match equal old ones anywhere, earliest first.
    private mutating func matchLeftovers(_ claimed: [Bool]) {
        let newLeft = items.indices.filter { items[$0] == nil && new.ids[$0] == nil }
        guard !newLeft.isEmpty else { return }
        var unclaimed: [ContentDigest: [Int]] = [:]
        for index in old.items.indices.reversed() where !claimed[index] { unclaimed[old.digests[index], default: []].append(index) }
        for index in newLeft { items[index] = unclaimed[new.digests[index]]?.popLast() }
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
