/// Edits of sections, each shown at once, kept and sent as a batch of one.
extension ListProvider {
    /// Puts a section before the one at an index of the screen, or at the list's end; see ``ListBatch/insertSection(at:header:footer:metadata:id:)``.
    @discardableResult
    public func insertSection(
        at index: Int, header: JSONValue? = nil, footer: JSONValue? = nil, metadata: [String: JSONValue] = [:], id: String? = nil
    ) async throws -> ListVersion {
        try await batch { try $0.insertSection(at: index, header: header, footer: footer, metadata: metadata, id: id) }
    }

    /// Writes another header, footer or metadata of a section; see ``ListBatch/updateSection(_:to:)``.
    @discardableResult
    public func updateSection(_ section: ListSection, to new: ListSection) async throws -> ListVersion {
        try await batch { try $0.updateSection(section, to: new) }
    }

    /// Moves a section to an index, where it is afterwards; see ``ListBatch/moveSection(_:to:)``.
    @discardableResult
    public func moveSection(_ section: ListSection, to index: Int) async throws -> ListVersion {
        try await batch { try $0.moveSection(section, to: index) }
    }

    /// Deletes a section with its items. It and its rows are marked at once, and go with the server's change.
    @discardableResult
    public func deleteSection(_ section: ListSection) async throws -> ListVersion {
        try await batch { try $0.deleteSection(section) }
    }
}
