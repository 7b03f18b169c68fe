public import Foundation

extension RemoteDataProvider {
    /// Writes a value, with `If-Match` on what the user saw. It is on the screen at once, and on disk before it is sent.
    ///
    /// It sends the difference to the value on the screen, as a merge patch, so members that `Item` does not know stay as they are. It sends the
    /// whole value if a patch cannot say it: a value that is no object, a member that becomes null.
    ///
    /// Returns when it is durable on the server. A lost network does not throw: the write waits, over a restart of the app too, and is done
    /// once. Cancelling the task stops the waiting, not the write. Several writes on one item go in order; one that is refused takes only
    /// itself back. Updates of an item that wait together are one request, with one answer or one refusal.
    ///
    /// - Throws: ``ListFailure``, after the value was taken back: `.conflict` where somebody else has changed the item (412), `.gone` where it
    ///   is deleted (404, 409), `.invalid`, `.forbidden`; at once, `.notLoaded`, also outside the list, `.gone` of a row
    ///   that this app has deleted, and what encoding or the disk throws.
    @discardableResult
    public func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try await update(editableRow(at: indexPath), value: value)
    }

    /// The same by a row as somebody saw it. A task begins later than it is made, and the list may have moved by then: what was tapped is
    /// named by its row, not by its index path.
    @discardableResult
    public func update(_ row: ListRow<Item>, value: Item) async throws -> ListVersion {
        try await write(value, on: row, BatchOperation(updating: row.id, from: row.value, to: value, options))
    }

    /// Writes a value in the place of all that is there, members that `Item` does not know too; else as ``updateItem(at:value:)``.
    @discardableResult
    public func replaceItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try await replace(editableRow(at: indexPath), value: value)
    }

    /// The same by a row as somebody saw it.
    @discardableResult
    public func replace(_ row: ListRow<Item>, value: Item) async throws -> ListVersion {
        try await write(value, on: row, BatchOperation(updating: row.id, from: row.value, to: value, isWhole: true, options))
    }

    private func write(_ value: Item, on row: ListRow<Item>, _ operation: BatchOperation<Item>) async throws -> ListVersion {
        guard !row.isDeleted, !screen.overlay.isDeleted(row.id) else { throw ListFailure.deletedHere }
        let condition = PendingWrite.Condition(id: row.id, revision: row.revision)
        let edit = row.value.map { ItemEdit.update(condition, from: $0, to: value) }
        let write = try operation.type == nil ? itemWrite(operation, on: condition, value) : batchWrite(operation, on: condition)
        return try await submit(write, showing: [ExactID(row.id): value], edit.map { [$0] })
    }

    private func itemWrite(
        _ operation: BatchOperation<Item>, on condition: PendingWrite.Condition, _ value: Item
    ) throws -> PendingWrite {
        PendingWrite(
            key: UUID().uuidString, kind: .update, method: operation.merge == nil ? "PUT" : "PATCH",
            path: "items/@\(condition.id.percentEncoded)", body: operation.merge ?? operation.value, condition: condition,
            items: [condition.id], madeAt: Date(), value: try options.cacheEncoder.encodeExactly(value))
    }

    /// The route of an item takes no type.
    private func batchWrite(_ operation: BatchOperation<Item>, on condition: PendingWrite.Condition) throws -> PendingWrite {
        var operation = operation
        operation.condition = condition
        var write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "POST", path: "batch", items: [condition.id], madeAt: Date())
        write.take([try operation.part(options)])
        return write
    }

    /// The row as it is shown, unless this app has deleted it.
    func editableRow(at indexPath: IndexPath) throws -> ListRow<Item> {
        guard let row = loadedRow(at: indexPath) else { throw ListFailure.notLoaded }
        guard !row.isDeleted else { throw ListFailure.deletedHere }
        return row
    }
}
