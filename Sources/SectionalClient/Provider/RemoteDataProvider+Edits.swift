public import Foundation

/// Writes that change what rows there are. They are kept on disk and done once, like ``RemoteDataProvider/updateItem(at:value:)``; the screen
/// shows them when the server's change comes, so that its index paths are always those of one version.
extension RemoteDataProvider {
    /// Puts an item at an index path of the screen: before the row that is there, or at the section's end.
    ///
    /// - Parameters:
    ///   - id: Nil makes a new one, or leaves it to the server; see ``ListOptions/makesItemIDs``.
    ///   - type: The cell type's name.
    /// - Returns: The version of the list that has it.
    /// - Throws: ``ListFailure``, as ``updateItem(at:value:)`` does.
    @discardableResult
    public func insert(_ value: Item, at indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        let position = RowPosition(indexPath)
        let target = target(at: position)
        let item = NewItem(id: id ?? newID, type: type, value: value)
        let body = InsertedItem(item: item, index: target.index, before: target.before, after: nil)
        return try await insert(body, id, section: position.section, beside: target.items)
    }

    /// Puts an item right before a row that is loaded.
    @discardableResult
    public func insert(_ value: Item, before indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        let row = try serverRow(at: indexPath)
        let item = NewItem(id: id ?? newID, type: type, value: value)
        let body = InsertedItem(item: item, index: nil, before: "@\(row.id)", after: nil)
        return try await insert(body, id, section: RowPosition(indexPath).section, beside: [row.id])
    }

    /// Puts an item right after a row that is loaded.
    @discardableResult
    public func insert(_ value: Item, after indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        let row = try serverRow(at: indexPath)
        let item = NewItem(id: id ?? newID, type: type, value: value)
        let body = InsertedItem(item: item, index: nil, before: nil, after: "@\(row.id)")
        return try await insert(body, id, section: RowPosition(indexPath).section, beside: [row.id])
    }

    /// Moves a row; `end` is where it is afterwards, as a list view says it.
    @discardableResult
    public func move(from start: IndexPath, to end: IndexPath) async throws -> ListVersion {
        let row = try serverRow(at: start)
        let target = moveTarget(from: RowPosition(start), to: RowPosition(end))
        return try await edit("POST", "items/@\(row.id.percentEncoded)/move", target, items: [row.id])
    }

    /// Deletes a row, with `If-Match` on what the user saw.
    @discardableResult
    public func delete(at indexPath: IndexPath) async throws -> ListVersion {
        let row = try serverRow(at: indexPath)
        let write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "DELETE", path: "items/@\(row.id.percentEncoded)", body: nil,
            condition: PendingWrite.Condition(id: row.id, revision: row.revision), items: [row.id], madeAt: Date())
        return try await submit(write)
    }

    /// Several edits, all or nothing, in one version of the list.
    ///
    /// - Parameter build: Names the edits by index paths of the screen.
    @discardableResult
    public func batch(_ build: (inout ListBatch<Item>) throws -> Void) async throws -> ListVersion {
        var batch = ListBatch<Item>(makesIDs: options.makesItemIDs) { [model] in model.contains($0) ? model.row(at: $0)?.id : nil }
        try build(&batch)
        guard !batch.operations.isEmpty else { return version }
        return try await edit(
            "POST", "batch", BatchBody(operations: batch.operations), items: batch.items, sections: batch.sections,
            hasOwnIDs: batch.hasOwnIDs)
    }

    private var newID: String? { options.makesItemIDs ? UUID().uuidString : nil }

    /// - Parameter givenID: Nil where the item's id is a new one.
    private func insert(
        _ body: InsertedItem<Item>, _ givenID: String?, section: Int, beside items: [String]
    ) async throws -> ListVersion {
        guard model.sections.indices.contains(section) else { throw ListFailure.notLoaded }
        let id = self.section(at: section).id
        // Two that come to the end of a section come in the order they were made.
        return try await edit(
            "POST", "sections/@\(id.percentEncoded)/items", body, items: items, sections: items.isEmpty ? [id] : [],
            hasOwnIDs: givenID == nil && options.makesItemIDs)
    }

    private func edit(
        _ method: String, _ path: String, _ body: some Encodable, items: [String], sections: [String] = [], hasOwnIDs: Bool = false
    ) async throws -> ListVersion {
        let write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: method, path: path, body: try options.makeEncoder().encode(body), items: items,
            madeAt: Date(), sections: sections, hasOwnIDs: hasOwnIDs)
        return try await submit(write)
    }

    /// Names the row that an insertion comes before: index paths of the screen are not those of the head.
    private func target(at position: RowPosition) -> (index: Int?, before: String?, items: [String]) {
        guard model.contains(position) else { return (nil, nil, []) }
        guard let row = model.row(at: position) else { return (position.row, nil, []) }
        return (nil, "@\(row.id)", [row.id])
    }

    private func moveTarget(from start: RowPosition, to end: RowPosition) -> MoveTarget {
        let goesDown = start.section == end.section && end.row > start.row
        if model.contains(end), let row = model.row(at: end) {
            return goesDown ? MoveTarget(after: "@\(row.id)") : MoveTarget(before: "@\(row.id)")
        }
        let last = RowPosition(end.section, end.row - 1)
        if !model.contains(end), model.contains(last), let row = model.row(at: last) { return MoveTarget(after: "@\(row.id)") }
        return MoveTarget(to: end)
    }
}
