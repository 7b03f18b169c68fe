public import Foundation

/// Writes that change what rows there are. They are kept on disk and done once, like ``RemoteDataProvider/updateItem(at:value:)``. The screen
/// marks a deleted row at once, and gets the stages of an insertion or a move with its next update, without waiting for the server.
extension RemoteDataProvider {
    /// Puts an item at an index path of the screen: before the row that is there, loaded or not, or at the section's end.
    ///
    /// If that row has gone when the server gets it, the item goes before the next that is left of those that were loaded, else to the section's
    /// end.
    ///
    /// - Parameters:
    ///   - value: The item's value.
    ///   - indexPath: An index path of the screen.
    ///   - id: Nil makes a new one, or leaves it to the server; see ``ListOptions/makesItemIDs``. An item whose id only the server knows is not
    ///     shown before its change comes.
    ///   - type: The cell type's name; nil for none, or for that of a ``TypedValue``.
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
        guard screen.row(at: RowPosition(indexPath)) != nil else { throw ListFailure.notLoaded }
        return try await insert(value, at: indexPath, id: id, type: type)
    }

    /// Puts an item right after a row that is loaded.
    @discardableResult
    public func insert(_ value: Item, after indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        guard screen.row(at: RowPosition(indexPath)) != nil else { throw ListFailure.notLoaded }
        let position = RowPosition(indexPath)
        let following = spots(from: RowPosition(position.section, position.row + 1))
        let spots = isDeleted(position) ? following : [.after(name(of: position))] + following
        return try await insert(value, id, type, section: position.section, spots: spots, beside: position)
    }

    /// Moves a row; `end` is where it is afterwards, as a list view says it. What is there need not be loaded.
    @discardableResult
    public func move(from start: IndexPath, to end: IndexPath) async throws -> ListVersion {
        let (write, edit) = try moveWrite(from: start, to: end)
        return try await submit(write, [edit])
    }

    /// A move of what is on the screen now.
    func moveWrite(from start: IndexPath, to end: IndexPath) throws -> (write: PendingWrite, edit: ItemEdit<Item>) {
        let row = try editableRow(at: start)
        let (from, to) = (RowPosition(start), RowPosition(end))
        guard screen.model.sections.indices.contains(to.section), to.row >= 0 else { throw ListFailure.notLoaded }
        guard !screen.isDeleted(section: to.section) else { throw ListFailure.sectionDeletedHere }
        let target = WriteTarget(
            section: section(at: to.section).id, item: nil, version: screen.model.version, spots: moveSpots(from: from, to: to))
        // One that comes beside an item that this app has put there goes after it.
        let neighbours = target.spots.first?.id.map { [$0.text] }?.filter { screen.overlay.positions.hasTargets(on: ExactID($0)) } ?? []
        let write = edit(
            "POST", "items/@\(row.id.percentEncoded)/move", to: target, items: [row.id] + neighbours,
            sections: target.spots.first == .end ? [target.section] : [])
        let goal = ItemEdit<Item>.Target(target)
        return (write, .move(id: row.id, from: self.target(of: from), to: goal))
    }

    /// Deletes a row, with `If-Match` on what the user saw. It is marked at once (``ListRow/isDeleted``), and goes with the server's change.
    @discardableResult
    public func delete(at indexPath: IndexPath) async throws -> ListVersion {
        let (write, edit) = try deletionWrite(at: indexPath)
        return try await submit(write, edit.map { [$0] })
    }

    /// A deletion of what is on the screen now.
    func deletionWrite(at indexPath: IndexPath) throws -> (write: PendingWrite, edit: ItemEdit<Item>?) {
        let row = try editableRow(at: indexPath)
        let write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "DELETE", path: "items/@\(row.id.percentEncoded)", body: nil,
            condition: PendingWrite.Condition(id: row.id, revision: row.revision), items: [row.id], madeAt: Date())
        return (write, deletionEdit(of: row, at: RowPosition(indexPath)))
    }

    /// Several edits, all or nothing, in one version of the list. They are on the screen at once.
    ///
    /// - Parameter build: Names the edits by index paths of the screen.
    /// - Throws: ``ListFailure``, as ``updateItem(at:value:)`` does; one edit that is refused takes all back.
    @discardableResult
    public func batch(_ build: (inout ListBatch<Item>) throws -> Void) async throws -> ListVersion {
        guard let batch = try batchWrite(build) else { return version }
        return try await submit(batch.write, showing: batch.values, batch.edits)
    }

    /// The edits of what is on the screen now, and the values that items have by them; nil of no edit.
    func batchWrite(
        _ build: (inout ListBatch<Item>) throws -> Void
    ) throws -> (write: PendingWrite, values: [ExactID: Item], edits: [ItemEdit<Item>]?)? {
        var batch = ListBatch<Item>(options, info: info, sections: { [screen] in screen.shownSections }) { [screen] in screen.row(at: $0) }
        try build(&batch)
        guard !batch.operations.isEmpty else { return nil }
        var write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "POST", path: "batch", items: batch.items, madeAt: Date(),
            sections: batch.sections, hasOwnIDs: batch.hasOwnIDs)
        write.take(try batch.operations.map { try $0.part(options) })
        return (write, batch.values, edits(of: batch.operations))
    }

    /// - Parameter neighbour: The row that it comes beside, if there is one.
    private func insert(
        _ value: Item, _ givenID: String?, _ type: String?, section: Int, spots: [WriteTarget.Spot], beside neighbour: RowPosition
    ) async throws -> ListVersion {
        guard screen.model.sections.indices.contains(section), neighbour.row >= 0 else { throw ListFailure.notLoaded }
        guard !screen.isDeleted(section: section) else { throw ListFailure.sectionDeletedHere }
        let id = self.section(at: section).id
        let item = NewItem(id: givenID ?? options.newID(in: info), type: type, value: value)
        let inserted = options.id(of: item, in: info)
        let text = try options.makeEncoder().encodeExactly(item)
        let target = WriteTarget(section: id, item: text, version: screen.model.version, spots: spots)
        let neighbours = screen.model.id(atShown: neighbour).map { [$0] } ?? []
        // Two that come to the end of a section come in the order they were made.
        let write = try edit(
            "POST", "sections/@\(id.percentEncoded)/items", to: target, items: neighbours + [inserted].compactMap { $0 },
            sections: neighbours.isEmpty ? [id] : [],
            hasOwnIDs: givenID == nil && item.id != nil, inserted: inserted, value: options.cacheEncoder.encodeExactly(value))
        let edit = insertionEdit(of: item, id: inserted, to: ItemEdit.Target(target))
        return try await submit(write, edit.map { [$0] })
    }

    private func edit(
        _ method: String, _ path: String, to target: WriteTarget, items: [String], sections: [String] = [], hasOwnIDs: Bool = false,
        inserted: String? = nil, value: Data? = nil
    ) -> PendingWrite {
        var write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: method, path: path, items: items, madeAt: Date(), sections: sections,
            hasOwnIDs: hasOwnIDs, inserted: inserted, value: value)
        write.aim(at: target)
        return write
    }

    /// Rows that are not loaded after the first that something may come before.
    private static var mostUnloaded: Int { 8 }

    /// Before a row or one of those after it, as far as they are loaded, else at the section's end. Nothing comes beside a row that this app
    /// has deleted.
    private func spots(from position: RowPosition, except moved: RowPosition? = nil) -> [WriteTarget.Spot] {
        let model = screen.model
        guard model.sections.indices.contains(position.section) else { return [.end] }
        var rows = Set((0...Self.mostUnloaded).map { RowPosition(position.section, position.row + $0) })
        model.sections[position.section].rows.forEachKnown { row, slot in
            if case .row = slot { rows.insert(model.arrangement.position(of: RowPosition(position.section, row))) }
        }
        rows.formUnion(model.arrangement.rows.indices.map(model.arrangement.position(ofPlaced:)))
        return rows.filter { $0.section == position.section && $0.row >= position.row }.sorted().lazy
            .filter { model.isShown($0) && $0 != moved && !self.isDeleted($0) }
            .map { .before(self.name(of: $0)) } + [.end]
    }

    private func isDeleted(_ position: RowPosition) -> Bool { screen.row(at: position)?.isDeleted ?? false }

    /// Index paths of the server's version are not those of the head: a row that is not loaded is named by the version, too.
    private func name(of position: RowPosition) -> String {
        if let id = screen.model.id(atShown: position) { return "@\(id)" }
        let server = screen.model.serverPosition(of: position).flatMap(screen.model.served) ?? position
        return "\(server.section)-\(server.row)"
    }

    private func moveSpots(from start: RowPosition, to end: RowPosition) -> [WriteTarget.Spot] {
        let goesDown = start.section == end.section && end.row > start.row
        let following = spots(from: goesDown ? RowPosition(end.section, end.row + 1) : end, except: start)
        let before = goesDown ? end : RowPosition(end.section, end.row - 1)
        // At the end of a section there is nothing to come before.
        let isLast = !screen.model.isShown(end)
        let isBeside = screen.model.isShown(before) && before != start && !isDeleted(before) && (goesDown || isLast)
        return isBeside ? [.after(name(of: before))] + following : following
    }
}
