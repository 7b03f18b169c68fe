/// A data provider over `[[Item]]` or `[Item]`, kept in the same tree as a served list.
///
/// A value: copies share what they have in common, and changing one leaves the other as it was.
public struct ArrayDataProvider<Item: Sendable>: CollectionDataProvider, Sendable {
    private var sections: OrderedTree<SectionEntry>
    private var nodes = NodeTable()
    private var values: [RevisionKey: Item] = [:]

    /// Sections of items.
    public init(_ sections: [[Item]]) {
        let editor = TreeEditor(over: nodes, counter: 0)
        var values: [RevisionKey: Item] = [:]
        let entries = sections.map { items in
            let number = editor.nextKey()
            let entries = items.map { item in
                let key = editor.nextKey()
                values[key] = item
                return ItemEntry(number: key, revision: key, type: 0)
            }
            let tree = OrderedTree(building: entries, owner: number, in: editor)
            return SectionEntry(number: number, revision: number, items: tree)
        }
        self.sections = OrderedTree(building: entries, owner: 0, in: editor)
        self.values = values
        nodes.absorb(editor)
    }

    /// One section of items.
    public init(items: [Item]) {
        self.init([items])
    }

    public func numberOfSections() -> Int { sections.count }

    public func numberOfItems(in section: Int) throws -> Int {
        guard section >= 0, section < sections.count else {
            throw ListError(.sectionNotFound, "There is no section \(section); there are \(sections.count).")
        }
        return try sections.element(at: section, in: nodes).itemCount
    }

    public func item(at indexPath: IndexPath) throws -> Item {
        let entry = try entry(at: indexPath)
        guard let value = values[entry.revision] else { throw MissingRecord(key: entry.revision) }
        return value
    }

    public mutating func updateItem(at indexPath: IndexPath, value: Item) throws {
        let old = try entry(at: indexPath)
        let editor = TreeEditor(over: nodes, counter: nodes.counter)
        let key = editor.nextKey()
        try sections.update(at: indexPath.section, in: editor) { section in
            try section.items.update(at: indexPath.row, in: editor) { $0.revision = key }
        }
        nodes.absorb(editor)
        values[old.revision] = nil
        values[key] = value
    }

    private func entry(at path: IndexPath) throws -> ItemEntry {
        guard path.section >= 0, path.section < sections.count else { throw ListError(.itemNotFound, "There is no item \(path).") }
        let items = try sections.element(at: path.section, in: nodes).items
        guard path.row >= 0, path.row < items.count else { throw ListError(.itemNotFound, "There is no item \(path).") }
        return try items.element(at: path.row, in: nodes)
    }
}
