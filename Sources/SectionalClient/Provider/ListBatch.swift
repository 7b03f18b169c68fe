public import Foundation

/// Edits that are done together or not at all; made by ``RemoteDataProvider/batch(_:)``.
///
/// Rows are named by their index paths on the screen before the batch, whatever earlier edits of the batch do, and have to be loaded.
public struct ListBatch<Item: Codable & Sendable> {
    private(set) var operations: [BatchOperation<Item>] = []
    /// The ids that the operations name.
    private(set) var items: [String] = []
    private let idOfRow: (RowPosition) -> String?

    init(_ idOfRow: @escaping (RowPosition) -> String?) { self.idOfRow = idOfRow }

    /// - Throws: ``ListFailure/notLoaded``, as all of these.
    public mutating func update(_ indexPath: IndexPath, value: Item) throws {
        operations.append(BatchOperation(op: "updateItem", name: try name(indexPath), value: value))
    }

    public mutating func delete(_ indexPath: IndexPath) throws {
        operations.append(BatchOperation(op: "deleteItem", name: try name(indexPath)))
    }

    public mutating func move(_ indexPath: IndexPath, before other: IndexPath) throws {
        operations.append(BatchOperation(op: "moveItem", name: try name(indexPath), before: try name(other)))
    }

    public mutating func move(_ indexPath: IndexPath, after other: IndexPath) throws {
        operations.append(BatchOperation(op: "moveItem", name: try name(indexPath), after: try name(other)))
    }

    /// Puts an item at the end of a section.
    public mutating func append(_ value: Item, toSection section: ListSection, id: String? = nil, type: String? = nil) {
        let item = NewItem(id: id, type: type, value: value)
        operations.append(BatchOperation(op: "insertItem", section: "@\(section.id)", inserted: item))
    }

    /// Puts an item right before a row of a section.
    public mutating func insert(
        _ value: Item, before indexPath: IndexPath, in section: ListSection, id: String? = nil, type: String? = nil
    ) throws {
        let item = NewItem(id: id, type: type, value: value)
        operations.append(
            BatchOperation(op: "insertItem", section: "@\(section.id)", inserted: item, before: try name(indexPath)))
    }

    private mutating func name(_ indexPath: IndexPath) throws -> String {
        guard let id = idOfRow(RowPosition(indexPath)) else { throw ListFailure.notLoaded }
        items.append(id)
        return "@\(id)"
    }
}
