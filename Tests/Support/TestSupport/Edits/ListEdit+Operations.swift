package import JSON
@testable package import Lists

/// Single operations at positions as the edit has left them. Each goes the way of a request's: a name, then an ``OperationRun``.
extension ListEdit {
    @discardableResult
    package func updateItem(
        at path: IndexPath, value: JSONText, type: TypeChoice = .unspecified
    ) throws -> (entry: ItemEntry, revision: ItemRevision) {
        let result = try result(of: .changeItem(.id(try id(ofItemAt: path)), .replace(value), type: type))
        guard case .item(let shown?) = result else { throw ListError(.itemNotFound, "The item is not shown.") }
        return (shown.item.entry, shown.revision)
    }

    package func moveItem(from source: IndexPath, to target: IndexPath) throws {
        try apply(.moveItem(.id(try id(ofItemAt: source)), to: .at(target)))
    }

    package func deleteItem(at path: IndexPath) throws {
        try apply(.deleteItem(.id(try id(ofItemAt: path))))
    }

    @discardableResult
    package func updateSection(at index: Int, content: SectionContent) throws -> Section {
        try section(after: .updateSection(try name(ofSectionAt: index), GivenContent(content: content)))
    }

    @discardableResult
    package func moveSection(from source: Int, to target: Int) throws -> Section {
        try section(after: .moveSection(try name(ofSectionAt: source), to: .at(target)))
    }

    package func deleteSection(at index: Int) throws {
        try apply(.deleteSection(try name(ofSectionAt: index)))
    }

    /// The id of the item that stands at an index path now.
    package func id(ofItemAt path: IndexPath) throws -> Identifier {
        let notFound = ListError(.itemNotFound, "There is no item \(path).")
        guard path.section >= 0, path.section < sectionCount else { throw notFound }
        let items = try sectionEntry(at: path.section).items
        guard path.row >= 0, path.row < items.count else { throw notFound }
        return try itemRevision(try items.element(at: path.row, in: editor).revision).id
    }

    private func name(ofSectionAt index: Int) throws -> SectionReference {
        guard let section = try section(numbered: try sectionEntry(at: index).number) else {
            throw ListError(.sectionNotFound, "There is no section \(index).")
        }
        return .id(section.id)
    }

    private func section(after operation: ListOperation) throws -> Section {
        guard case .section(let section?) = try result(of: operation) else {
            throw ListError(.sectionNotFound, "The section is not shown.")
        }
        return section
    }

    private func apply(_ operation: ListOperation) throws {
        var run = makeRun()
        try run.apply(operation)
    }

    private func result(of operation: ListOperation) throws -> OperationResult {
        var run = makeRun()
        try run.apply(operation)
        return try run.result(of: 0)
    }

    /// Ids are looked up in the edit, so the table's head is not read.
    private func makeRun() -> OperationRun {
        let names = NameTable(head: ListSnapshot(head: base.head, storage: UnreadStorage()), named: nil)
        return OperationRun(self, names, isBatch: false, limits: ContentLimits())
    }
}

/// A content that takes the place of a section's.
private struct GivenContent: SectionChange {
    let content: SectionContent

    func applied(to _: SectionContent) -> SectionContent { content }
}

/// The storage of a head that nobody reads.
private struct UnreadStorage: ListStorage {
    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { throw MissingRecord(key: key) }
    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { throw MissingRecord(key: key) }
    func number(ofItem id: Identifier) -> Number? { nil }
    func number(ofSection id: Identifier) -> Number? { nil }
    func parent(of number: Number, at version: Int64) -> Number? { nil }
    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        throw MissingRecord(key: keys.first ?? 0)
    }
    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] { throw MissingRecord(key: keys.first ?? 0) }
}
