import Lists

/// What a snapshot of one list reads through. Any thread may use it.
struct ListRecords: ListStorage, Sendable {
    let list: Int64
    let records: Records

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try records.itemNode(key) }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try records.sectionNode(key) }

    func number(ofItem id: Identifier) throws -> Number? {
        try records.withReader { try $0.number(of: id, kind: .item, in: list) }
    }

    func number(ofSection id: Identifier) throws -> Number? {
        try records.withReader { try $0.number(of: id, kind: .section, in: list) }
    }

    func parent(of number: Number, at version: Int64) throws -> Number? {
        try records.withReader { try $0.parent(of: number, at: version) }
    }

    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        try records.withReader { try $0.readItems(keys, body) }
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        try records.sections(keys)
    }
}
