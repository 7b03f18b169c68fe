import JSON

/// A replacement of a view's content by what its definition makes of the source: sections and items continue the old ones with their ids.
struct BorrowedContent: ReplacementSource {
    /// The most items that are handed out at a time.
    private static let runLength = 4_096

    let properties: ListProperties? = nil
    let bringsOnlyNewIDs = false
    let borrowsRevisions = true
    private let sections: [ViewContent.Section]
    /// For each section, the index of the old one that it continues.
    private let origins: [Int?]
    /// The items of all sections, in order, and where each section's begin.
    private let items: [ProposedItem]
    private let starts: [Int]
    private let dropped: [ItemEntry]

    /// - Parameters:
    ///   - types: The names of types by the numbers that the source's entries have.
    ///   - old: The view as it is.
    ///   - storage: The view's.
    init(_ sections: [ViewContent.Section], _ types: TypeNames, over old: OrderedTree<SectionEntry>, in storage: any ListStorage) throws {
        self.sections = sections
        let oldSections = try old.elements(in: 0..<old.count, of: storage)
        let oldIDs = try SectionMark.ids(of: oldSections, in: storage)
        let indices = Dictionary(oldIDs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        origins = sections.map { indices[$0.id] }
        var kept = OldEntries()
        for section in oldSections {
            try section.items.forEach(in: 0..<section.items.count, of: storage) { kept.add($0) }
        }
        var items = sections.flatMap(\.items).map { entry in
            ProposedItem(
                id: nil, bringsID: true, type: types[entry.type].map { .named($0) } ?? .none, value: .null,
                kept: kept.take(revision: entry.revision), borrowed: entry.revision)
        }
        // An item that was written since has another revision. It is found by its id, as is one that comes back.
        let unknown = items.indices.filter { items[$0].kept == nil }
        if !unknown.isEmpty {
            try storage.readItems(unknown.compactMap { items[$0].borrowed }) { position, stored in
                let id = Identifier(verbatim: String(decoding: stored.id, as: UTF8.self))
                items[unknown[position]].id = id
            }
            for index in unknown {
                guard let id = items[index].id, let number = try storage.number(ofItem: id) else { continue }
                items[index].kept = kept.take(number: number)
            }
        }
        self.items = items
        starts = sections.reduce(into: [0]) { starts, section in starts.append(starts[starts.count - 1] + section.items.count) }
        dropped = kept.rest
    }

    var sectionCount: Int { sections.count }

    func section(at index: Int) -> (draft: SectionDraft, old: Int?) {
        let content = sections[index].content
        let draft = SectionDraft(id: sections[index].id, header: content.header, footer: content.footer, metadata: content.metadata)
        return (draft, origins[index])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let end = starts[index + 1]
        for start in stride(from: starts[index], to: end, by: Self.runLength) {
            try body(Array(items[start..<min(start + Self.runLength, end)]))
        }
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        for start in stride(from: 0, to: dropped.count, by: Self.runLength) {
            try body(Array(dropped[start..<min(start + Self.runLength, dropped.count)]))
        }
    }
}

/// The items that a view has had, each taken once at most.
private struct OldEntries {
    private var entries: [ItemEntry] = []
    private var isTaken: [Bool] = []
    private var byRevision: [RevisionKey: Int] = [:]
    private var byNumber: [Number: Int] = [:]

    mutating func add(_ entry: ItemEntry) {
        byRevision[entry.revision] = entries.count
        byNumber[entry.number] = entries.count
        entries.append(entry)
        isTaken.append(false)
    }

    mutating func take(revision: RevisionKey) -> KeptItem? { take(byRevision[revision]) }

    mutating func take(number: Number) -> KeptItem? { take(byNumber[number]) }

    private mutating func take(_ position: Int?) -> KeptItem? {
        guard let position, !isTaken[position] else { return nil }
        isTaken[position] = true
        return KeptItem(position: position, entry: entries[position], isSameValue: true)
    }

    /// The items that were not taken, in their order.
    var rest: [ItemEntry] { entries.indices.filter { !isTaken[$0] }.map { entries[$0] } }
}

extension ListEdit {
    /// Replaces a view's content by the smallest change that gets there. It is the only change of items and sections of its edit.
    ///
    /// - Parameter source: The list that the content is made of; `nil` where there is none.
    public func show(_ content: ViewContent, of source: ListSnapshot?) throws {
        try replace(from: BorrowedContent(content.sections, source?.head.types ?? TypeNames(), over: self.sections, in: storage))
    }
}
