public import Foundation

/// Writes that change what rows there are. They are kept on disk and done once, like ``RemoteDataProvider/updateItem(at:value:)``; the screen
/// shows them when the server's change comes, so that its index paths are always those of one version.
extension RemoteDataProvider {
    /// Puts an item at an index path of the screen: before the row that is there, loaded or not, or at the section's end.
    ///
    /// If that row has gone when the server gets it, the item goes before the next that is left, else to the section's end.
    ///
    /// - Parameters:
    ///   - id: Nil makes a new one, or leaves it to the server; see ``ListOptions/makesItemIDs``.
    ///   - type: The cell type's name.
    /// - Returns: The version of the list that has it.
    /// - Throws: ``ListFailure``, as ``updateItem(at:value:)`` does.
    @discardableResult
    public func insert(_ value: Item, at indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        let position = RowPosition(indexPath)
        return try await insert(value, id, type, section: position.section, spots: spots(from: position), beside: position)
    }

    /// Puts an item right before a row that is loaded.
    @discardableResult
    public func insert(_ value: Item, before indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        _ = try serverRow(at: indexPath)
        return try await insert(value, at: indexPath, id: id, type: type)
    }

    /// Puts an item right after a row that is loaded.
    @discardableResult
    public func insert(_ value: Item, after indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        _ = try serverRow(at: indexPath)
        let position = RowPosition(indexPath)
        let spots = [.after(name(of: position))] + spots(from: RowPosition(position.section, position.row + 1))
        return try await insert(value, id, type, section: position.section, spots: spots, beside: position)
    }

    /// Moves a row; `end` is where it is afterwards, as a list view says it. What is there need not be loaded.
    @discardableResult
    public func move(from start: IndexPath, to end: IndexPath) async throws -> ListVersion {
        let row = try serverRow(at: start)
        let (from, to) = (RowPosition(start), RowPosition(end))
        guard screen.model.sections.indices.contains(to.section), to.row >= 0 else { throw ListFailure.notLoaded }
        let target = WriteTarget(
            section: section(at: to.section).id, item: nil, version: screen.model.version, spots: moveSpots(from: from, to: to))
        return try await edit("POST", "items/@\(row.id.percentEncoded)/move", to: target, items: [row.id])
    }

    /// Deletes a row, with `If-Match` on what the user saw.
    @discardableResult
    public func delete(at indexPath: IndexPath) async throws -> ListVersion {
        let row = try serverRow(at: indexPath)
        let write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "DELETE", path: "items/@\(row.id.percentEncoded)", body: nil,
            condition: PendingWrite.Condition(id: row.id, revision: row.revision), items: [row.id], madeAt: Date())
        return try await sender.submit(write)
    }

    /// Several edits, all or nothing, in one version of the list.
    ///
    /// - Parameter build: Names the edits by index paths of the screen.
    @discardableResult
    public func batch(_ build: (inout ListBatch<Item>) throws -> Void) async throws -> ListVersion {
        var batch = ListBatch<Item>(makesIDs: options.makesItemIDs) { [model = screen.model] in model.row(at: $0)?.id }
        try build(&batch)
        guard !batch.operations.isEmpty else { return version }
        return try await edit(
            "POST", "batch", options.makeEncoder().encode(BatchBody(operations: batch.operations)), items: batch.items,
            sections: batch.sections,
            hasOwnIDs: batch.hasOwnIDs)
    }

    private var newID: String? { options.makesItemIDs ? UUID().uuidString : nil }

    /// - Parameter neighbour: The row that it comes beside, if there is one.
    private func insert(
        _ value: Item, _ givenID: String?, _ type: String?, section: Int, spots: [WriteTarget.Spot], beside neighbour: RowPosition
    ) async throws -> ListVersion {
        guard screen.model.sections.indices.contains(section), neighbour.row >= 0 else { throw ListFailure.notLoaded }
        let id = self.section(at: section).id
        let item = try options.makeEncoder().encode(NewItem(id: givenID ?? newID, type: type, value: value))
        let target = WriteTarget(section: id, item: item, version: screen.model.version, spots: spots)
        let items = screen.model.row(at: neighbour).map { [$0.id] } ?? []
        // Two that come to the end of a section come in the order they were made.
        return try await edit(
            "POST", "sections/@\(id.percentEncoded)/items", to: target, items: items, sections: items.isEmpty ? [id] : [],
            hasOwnIDs: givenID == nil && options.makesItemIDs, value: options.cacheEncoder.encode(value))
    }

    private func edit(
        _ method: String, _ path: String, _ body: Data? = nil, to target: WriteTarget? = nil, items: [String], sections: [String] = [],
        hasOwnIDs: Bool = false, value: Data? = nil
    ) async throws -> ListVersion {
        var write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: method, path: path, body: body, items: items, madeAt: Date(), sections: sections,
            hasOwnIDs: hasOwnIDs, value: value)
        if let target { write.aim(at: target) }
        return try await sender.submit(write)
    }

    /// Rows after the first that something may come before.
    private static var mostNeighbours: Int { 8 }

    /// Before a row or one of those after it, else at the section's end.
    private func spots(from position: RowPosition, except moved: RowPosition? = nil) -> [WriteTarget.Spot] {
        let rows = (0...Self.mostNeighbours).lazy.map { RowPosition(position.section, position.row + $0) }
        return rows.filter { self.screen.model.contains($0) && $0 != moved }.map { .before(self.name(of: $0)) } + [.end]
    }

    /// Index paths of the screen are not those of the head: a row that is not loaded is named by the version, too.
    private func name(of position: RowPosition) -> String {
        screen.model.row(at: position).map { "@\($0.id)" } ?? "\(position.section)-\(position.row)"
    }

    private func moveSpots(from start: RowPosition, to end: RowPosition) -> [WriteTarget.Spot] {
        let goesDown = start.section == end.section && end.row > start.row
        let following = spots(from: goesDown ? RowPosition(end.section, end.row + 1) : end, except: start)
        let before = goesDown ? end : RowPosition(end.section, end.row - 1)
        // At the end of a section there is nothing to come before.
        let isLast = !screen.model.contains(end)
        return screen.model.contains(before) && before != start && (goesDown || isLast) ? [.after(name(of: before))] + following : following
    }
}
