import JSON
@testable import Lists

/// A replacement by a list of tokens: what has a token of the old list continues it.
struct PlannedReplacement: ReplacementSource {
    let bringsOnlyNewIDs = false
    let properties: ListProperties? = nil
    private let new: TokenList
    private let oldSections: [Int: Int]
    private let kept: [Int: KeptItem]
    private let dropped: [ItemEntry]
    private let runLength: Int

    /// - Parameter entries: The entries of the old items, in order.
    init(from old: TokenList, _ entries: [ItemEntry], to new: TokenList, runLength: Int = 256) {
        self.new = new
        self.runLength = runLength
        oldSections = Dictionary(uniqueKeysWithValues: old.sections.enumerated().map { ($1.token, $0) })
        let newItems = Dictionary(uniqueKeysWithValues: new.sections.flatMap(\.items).map { ($0.token, $0.value) })
        var kept: [Int: KeptItem] = [:]
        var dropped: [ItemEntry] = []
        for (position, item) in old.sections.flatMap(\.items).enumerated() {
            if let value = newItems[item.token] {
                kept[item.token] = KeptItem(position: position, entry: entries[position], isSameValue: value == item.value)
            } else {
                dropped.append(entries[position])
            }
        }
        self.kept = kept
        self.dropped = dropped
    }

    var sectionCount: Int { new.sections.count }

    func section(at index: Int) -> (draft: SectionDraft, old: Int?) {
        let section = new.sections[index]
        return (SectionDraft(header: JSONText(verbatim: "\(section.header)")), oldSections[section.token])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let items = new.sections[index].items
        for start in stride(from: 0, to: items.count, by: runLength) {
            try body(
                items[start..<min(start + runLength, items.count)].map { item in
                    ProposedItem(
                        id: nil, bringsID: false, type: .unspecified, value: JSONText(verbatim: "\(item.value)"), kept: kept[item.token])
                })
        }
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        for start in stride(from: 0, to: dropped.count, by: runLength) {
            try body(Array(dropped[start..<min(start + runLength, dropped.count)]))
        }
    }
}
