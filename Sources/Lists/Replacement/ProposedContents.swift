import JSON

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

    /// - Parameter identity: Where in a value the id of an item is that brings none itself.
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
