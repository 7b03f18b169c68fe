import JSON

extension ListSnapshot {
    /// The item at an index path.
    ///
    /// - Throws: ``ListError`` `itemNotFound` when there is none.
    public func item(at path: IndexPath) throws -> Item {
        guard path.section >= 0, path.section < sectionCount else {
            throw ListError(.itemNotFound, "There is no item \(path): the list has \(sectionCount) sections.")
        }
        let section = try head.sections.elementWithItemsBefore(at: path.section, in: storage)
        guard path.row >= 0, path.row < section.element.itemCount else {
            throw ListError(.itemNotFound, "There is no item \(path): the section has \(section.element.itemCount) items.")
        }
        let entry = try section.element.items.element(at: path.row, in: storage)
        return Item(entry: entry, indexPath: path, position: section.itemsBefore + path.row)
    }

    /// The item of an id.
    ///
    /// - Throws: ``ListError`` `itemNotFound` when this version has none.
    public func item(withID id: Identifier) throws -> Item {
        if let number = try storage.number(ofItem: id), let item = try item(numbered: number) { return item }
        throw ListError(.itemNotFound, "There is no item with the id “\(id)”.")
    }

    /// Returns the item of a number, with its position; `nil` if this version does not have it.
    public func item(numbered number: Number) throws -> Item? {
        try Self.item(numbered: number, in: head.sections, ancestry, storage)
    }

    static func item(
        numbered number: Number, in sections: OrderedTree<SectionEntry>, _ ancestry: Ancestry, _ storage: any NodeStorage
    ) throws -> Item? {
        guard let path = try ancestry.path(to: number, from: sections.owner),
            let section = try sections.find(path, in: storage),
            let item = try section.element.items.find(section.rest, in: storage), item.rest.isEmpty
        else { return nil }
        return Item(
            entry: item.element, indexPath: IndexPath(section: section.index, row: item.index),
            position: section.itemsBefore + item.index)
    }

    /// The items of some rows of a section, in order; the range is cut to the section's.
    public func items(of section: Section, rows: Range<Int>) throws -> [Item] {
        let rows = rows.clamped(to: 0..<section.itemCount)
        guard !rows.isEmpty else { return [] }
        var items: [Item] = []
        items.reserveCapacity(rows.count)
        try section.entry.items.forEachLeaf(in: rows, of: storage) { entries in
            for entry in entries {
                let row = rows.lowerBound + items.count
                items.append(Item(entry: entry, indexPath: IndexPath(section: section.index, row: row), position: row))
            }
        }
        return items
    }

    /// The items at some flat positions, across sections, in order; the range is cut to the list's.
    public func items(in range: Range<Int>) throws -> [Item] {
        let range = range.clamped(to: 0..<itemCount)
        var items: [Item] = []
        items.reserveCapacity(range.count)
        var position = range.lowerBound
        // One descent a section, so that empty sections cost nothing.
        while position < range.upperBound,
            let (section, index, start) = try head.sections.element(holdingItem: position, in: storage)
        {
            var row = position - start
            try section.items.forEach(in: row..<(range.upperBound - start), of: storage) { entry in
                items.append(Item(entry: entry, indexPath: IndexPath(section: index, row: row), position: start + row))
                row += 1
            }
            position = start + row
        }
        return items
    }

    /// Hands out what the store holds of some items, in their order.
    public func readItems(_ items: [Item], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        try readItems(items[...], body)
    }

    /// As above; indices are counted from the first of the slice.
    public func readItems(_ items: ArraySlice<Item>, _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        guard !items.isEmpty else { return }
        try storage.readItems(items.map(\.entry.revision), body)
    }

    /// One item's id and value.
    public func revision(of item: Item) throws -> ItemRevision {
        try storage.itemRevision(item.entry.revision)
    }

    /// The name of an item's type; `nil` without one.
    public func type(of item: Item) -> String? { head.types[item.entry.type] }
}

extension ListStorage {
    /// One revision of an item, copied.
    func itemRevision(_ key: RevisionKey) throws -> ItemRevision {
        var revision: ItemRevision?
        try readItems([key]) { _, item in
            revision = ItemRevision(key, item)
        }
        guard let revision else { throw MissingRecord(key: key) }
        return revision
    }
}

extension ItemRevision {
    /// A copy of what the store hands out.
    init(_ key: RevisionKey, _ item: StoredItem) {
        self.init(
            key: key, number: item.number, version: item.revision, id: Identifier(verbatim: String(decoding: item.id, as: UTF8.self)),
            value: JSONText(verbatim: String(decoding: item.value, as: UTF8.self)))
    }
}
