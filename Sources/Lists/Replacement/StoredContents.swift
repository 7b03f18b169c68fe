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
