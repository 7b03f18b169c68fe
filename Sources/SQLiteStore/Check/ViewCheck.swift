import Lists

/// Checks that each view shows what its definition makes of its source.
struct ViewCheck {
    private let reader: RecordReader
    private let index: ViewIndex
    private let limit: Int

    /// - Parameter limit: The most sections of a view.
    init(_ connection: DatabaseConnection, reader: RecordReader, limit: Int) throws {
        self.reader = reader
        self.limit = limit
        index = try ViewIndex.load(connection)
    }

    func isView(_ list: Int64) -> Bool { index[list] != nil }

    /// The faults of a view's newest version. One that is known to be behind its source has none.
    func findings(of head: ListHead) throws -> [String] {
        guard let view = index[head.number], view.behind == nil else { return [] }
        guard let text = head.properties.view, text.source == view.source, let definition = try? ViewDefinition(validating: text.text)
        else {
            return ["its definition is not the one that it is kept by"]
        }
        let source = try source(view.source)
        do {
            let wanted = try ViewContent(of: definition, over: source, sectionLimit: limit).sections
            let shown = ListSnapshot(head: head, storage: CheckedStorage(reader: reader, list: head.number))
            return try isShown(wanted, of: source, in: shown) ? [] : ["it is not what its definition makes of list \(view.source)"]
        } catch is MissingRecord {
            return ["list \(view.source) can't be read"]
        }
    }

    private func source(_ id: ListID) throws -> ListSnapshot? {
        guard let row = try reader.newestIncarnation(of: id.text), row.deleted == nil, index[row.number] == nil,
            let head = try reader.head(of: row, at: row.head)
        else { return nil }
        return ListSnapshot(head: head, storage: CheckedStorage(reader: reader, list: row.number))
    }

    private func isShown(_ wanted: [ViewContent.Section], of source: ListSnapshot?, in view: ListSnapshot) throws -> Bool {
        guard view.sectionCount == wanted.count else { return false }
        for (section, wanted) in zip(try view.sections(in: 0..<view.sectionCount), wanted) {
            guard section.id == wanted.id, section.content == wanted.content, section.itemCount == wanted.items.count else { return false }
            let items = try view.items(of: section, rows: 0..<section.itemCount)
            for (item, wanted) in zip(items, wanted.items) {
                guard item.entry.revision == wanted.revision, view.type(of: item) == source?.head.types[wanted.type] else { return false }
            }
        }
        return true
    }
}

/// A list as a check reads it.
private struct CheckedStorage: ListStorage, @unchecked Sendable {  // A check runs on one thread, as its reader does.
    let reader: RecordReader
    let list: Int64

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try reader.node(key) { try TreeNode.items(key: key, stored: $0) } }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        try reader.node(key) { try TreeNode.sections(key: key, stored: $0) }
    }

    func number(ofItem id: Identifier) throws -> Number? { try reader.number(of: id, kind: .item, in: list) }

    func number(ofSection id: Identifier) throws -> Number? { try reader.number(of: id, kind: .section, in: list) }

    func parent(of number: Number, at version: Int64) throws -> Number? { try reader.parent(of: number, at: version) }

    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        try reader.items.readItems(keys, body)
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] { try reader.sections.readSections(keys) }
}
