/// A replacement whose contents are in memory and were matched there.
struct MatchedContents: ReplacementSource {
    /// The most items that are handed out at a time.
    private static let runLength = 4_096

    let properties: ListProperties?
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
        let kept = match.items[index].map { place in
            KeptItem(position: place, entry: old.items[place], isSameValue: old.digests[place] == new.digests[index])
        }
        return ProposedItem(id: new.ids[index], bringsID: draft.id != nil, type: draft.type, value: draft.value, kept: kept)
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        var isKept = [Bool](repeating: false, count: old.items.count)
        for case let place? in match.items { isKept[place] = true }
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
