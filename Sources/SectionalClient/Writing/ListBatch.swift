public import Foundation

/// Edits that are done together or not at all; made by ``RemoteDataProvider/batch(_:)``.
///
/// Rows are named by their index paths on the screen before the batch, whatever earlier edits of the batch do, and have to be loaded.
public struct ListBatch<Item: Codable & Sendable> {
    private(set) var operations: [BatchOperation<Item>] = []
    /// The ids that the operations name.
    private(set) var items: [String] = []
    /// The ids of the sections that get items at their end.
    private(set) var sections: [String] = []
    private var hasGivenIDs = false
    private let makesIDs: Bool
    private let idOfRow: (RowPosition) -> String?

    init(makesIDs: Bool, _ idOfRow: @escaping (RowPosition) -> String?) {
        self.makesIDs = makesIDs
        self.idOfRow = idOfRow
    }

    /// Whether the ids of all that is inserted were made up here.
    var hasOwnIDs: Bool { makesIDs && !hasGivenIDs && operations.contains { $0.inserted != nil } }

    /// - Throws: ``ListFailure/notLoaded``, as all of these.
    public mutating func update(_ indexPath: IndexPath, value: Item) throws {
        operations.append(BatchOperation(op: "updateItem", name: try name(indexPath), value: value))
    }

    /// Deletes the item at an index path of the screen.
    public mutating func delete(_ indexPath: IndexPath) throws {
        operations.append(BatchOperation(op: "deleteItem", name: try name(indexPath)))
    }

    /// Moves an item before another; both index paths are those of the screen.
    public mutating func move(_ indexPath: IndexPath, before other: IndexPath) throws {
        operations.append(BatchOperation(op: "moveItem", name: try name(indexPath), before: try name(other)))
    }

    /// Moves an item behind another; both index paths are those of the screen.
    public mutating func move(_ indexPath: IndexPath, after other: IndexPath) throws {
        operations.append(BatchOperation(op: "moveItem", name: try name(indexPath), after: try name(other)))
    }

    /// Puts an item at the end of a section.
    public mutating func append(_ value: Item, toSection section: ListSection, id: String? = nil, type: String? = nil) {
        operations.append(BatchOperation(op: "insertItem", section: "@\(section.id)", inserted: newItem(id, type, value)))
        sections.append(section.id)
    }

    /// Puts an item right before a row of a section.
    public mutating func insert(
        _ value: Item, before indexPath: IndexPath, in section: ListSection, id: String? = nil, type: String? = nil
    ) throws {
        let name = try name(indexPath)
        operations.append(
            BatchOperation(op: "insertItem", section: "@\(section.id)", inserted: newItem(id, type, value), before: name))
    }

    private mutating func newItem(_ id: String?, _ type: String?, _ value: Item) -> NewItem<Item> {
        if id != nil { hasGivenIDs = true }
        return NewItem(id: id ?? (makesIDs ? UUID().uuidString : nil), type: type, value: value)
    }

    private mutating func name(_ indexPath: IndexPath) throws -> String {
        guard let id = idOfRow(RowPosition(indexPath)) else { throw ListFailure.notLoaded }
        items.append(id)
        return "@\(id)"
    }
}
