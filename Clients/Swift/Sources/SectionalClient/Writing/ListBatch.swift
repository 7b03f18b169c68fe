public import Foundation

/// Edits that are done together or not at all; made by ``RemoteDataProvider/batch(_:)``.
///
/// Rows are named by their index paths on the screen before the batch, whatever earlier edits of the batch do, and have to be loaded.
public struct ListBatch<Item: Codable & Sendable> {
    var operations: [BatchOperation<Item>] = []
    /// The ids that the operations name.
    private(set) var items: [String] = []
    /// The ids of the sections that get items at their end.
    private(set) var sections: [String] = []
    /// The values that items have after the operations before.
    private(set) var values: [ExactID: Item] = [:]
    private var deleted: Set<ExactID> = []
    var hasGivenIDs = false
    private let options: ListOptions
    private let info: ListInfo
    /// The sections on the screen before the batch.
    let shownSections: () -> [ListSection]
    /// The ids of sections that it deletes.
    var deletedSections: Set<ExactID> = []
    private let rowAt: (RowPosition) -> ListRow<Item>?

    /// - Parameters:
    ///   - info: The list's own properties.
    ///   - sections: The sections as they are shown.
    ///   - rowAt: The row as it is shown; nil where it is not loaded.
    init(
        _ options: ListOptions, info: ListInfo = ListInfo(), sections: @escaping () -> [ListSection] = { [] },
        _ rowAt: @escaping (RowPosition) -> ListRow<Item>?
    ) {
        (self.options, self.info, shownSections) = (options, info, sections)
        self.rowAt = rowAt
    }

    /// Whether the ids of all that is inserted were made up here.
    var hasOwnIDs: Bool {
        let insertsItems = operations.contains { $0.inserted != nil }
        guard insertsItems || operations.contains(where: { $0.newSection != nil }) else { return false }
        return !hasGivenIDs && (!insertsItems || options.makesID(in: info))
    }

    /// Writes a value, as ``RemoteDataProvider/updateItem(at:value:)`` does: by its difference to the value on the screen, on the condition that the
    /// item is as the user saw it.
    ///
    /// - Throws: ``ListFailure/notLoaded``, as all of these, and ``ListFailure/gone(_:)`` of a row that this app has deleted; what encoding throws.
    public mutating func update(_ indexPath: IndexPath, value: Item) throws {
        try write(value, to: row(indexPath), isWhole: false)
    }

    /// Writes a value in the place of all that is there, members that `Item` does not know too; else as ``update(_:value:)``.
    public mutating func replace(_ indexPath: IndexPath, value: Item) throws {
        try write(value, to: row(indexPath), isWhole: true)
    }

    private mutating func write(_ value: Item, to row: ListRow<Item>, isWhole: Bool) throws {
        let old = values[ExactID(row.id)] ?? row.value
        var operation = try BatchOperation(updating: row.id, from: old, to: value, isWhole: isWhole, options)
        operation.condition = PendingWrite.Condition(id: row.id, revision: row.revision)
        operations.append(operation)
        values[ExactID(row.id)] = value
    }

    /// Deletes the item at an index path of the screen, on the condition that it is as the user saw it.
    public mutating func delete(_ indexPath: IndexPath) throws {
        let row = try row(indexPath)
        operations.append(
            BatchOperation(
                op: "deleteItem", name: "@\(row.id)", condition: PendingWrite.Condition(id: row.id, revision: row.revision)))
        deleted.insert(ExactID(row.id))
    }

    /// Moves an item before another; both index paths are those of the screen.
    ///
    /// - Parameters:
    ///   - indexPath: The item's.
    ///   - other: That of the row which it comes before.
    ///   - ifUnchanged: Whether the item has to be as the user saw it. A move keeps what somebody else has written, so it need not be.
    public mutating func move(_ indexPath: IndexPath, before other: IndexPath, ifUnchanged: Bool = false) throws {
        var operation = try moving(indexPath, ifUnchanged)
        operation.before = try name(other)
        operations.append(operation)
    }

    /// Moves an item behind another; else as ``move(_:before:ifUnchanged:)``.
    public mutating func move(_ indexPath: IndexPath, after other: IndexPath, ifUnchanged: Bool = false) throws {
        var operation = try moving(indexPath, ifUnchanged)
        operation.after = try name(other)
        operations.append(operation)
    }

    private mutating func moving(_ indexPath: IndexPath, _ ifUnchanged: Bool) throws -> BatchOperation<Item> {
        let row = try row(indexPath)
        var operation = BatchOperation<Item>(op: "moveItem", name: "@\(row.id)")
        if ifUnchanged { operation.seen = PendingWrite.Condition(id: row.id, revision: row.revision) }
        return operation
    }

    /// Puts an item at the end of a section.
    public mutating func append(_ value: Item, toSection section: ListSection, id: String? = nil, type: String? = nil) {
        insert(newItem(id, type, value), in: section)
        sections.append(section.id)
    }

    /// Puts an item right before a row of a section.
    public mutating func insert(
        _ value: Item, before indexPath: IndexPath, in section: ListSection, id: String? = nil, type: String? = nil
    ) throws {
        let name = try name(indexPath)
        insert(newItem(id, type, value), in: section, before: name)
    }

    private mutating func insert(_ item: NewItem<Item>, in section: ListSection, before name: String? = nil) {
        var operation = BatchOperation(op: "insertItem", section: "@\(section.id)", inserted: item, before: name)
        operation.insertedID = options.id(of: item, in: info)
        if let id = operation.insertedID { items.append(id) }
        operations.append(operation)
    }

    private mutating func newItem(_ id: String?, _ type: String?, _ value: Item) -> NewItem<Item> {
        if id != nil { hasGivenIDs = true }
        return NewItem(id: id ?? options.newID(in: info), type: type, value: value)
    }

    private mutating func name(_ indexPath: IndexPath) throws -> String { "@\(try row(indexPath).id)" }

    private mutating func row(_ indexPath: IndexPath) throws -> ListRow<Item> {
        guard let row = rowAt(RowPosition(indexPath)) else { throw ListFailure.notLoaded }
        guard !row.isDeleted, !deleted.contains(ExactID(row.id)) else { throw ListFailure.deletedHere }
        items.append(row.id)
        return row
    }
}
