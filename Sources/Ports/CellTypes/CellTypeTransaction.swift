public import CellTypes
public import Lists

/// One write to the registered cell types, as it runs on the store's writer.
///
/// Used on the writer's thread during the `work` of ``CellTypeStore/writeCellTypes(_:completion:)`` and not kept. It sees what it and the
/// writes before it have written, those that wait for the same commit included.
public protocol CellTypeTransaction: ResponseStoring {
    /// The cell types as they are in this transaction.
    var cellTypes: CellTypeRegistry { get }

    /// Registers a type, or replaces the one of its name.
    func put(_ entry: CellTypeRegistry.Entry) throws

    /// Removes a type; nothing happens where the name is not registered.
    func removeCellType(_ name: String) throws

    /// As ``CellTypeStore/uses(of:after:limit:)``, at this moment of the transaction.
    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse]

    /// The list at its head; `nil` when there is none.
    func head(of id: ListID) throws -> ListSnapshot?

    /// As ``ListTransaction/checkDeadline()``.
    func checkDeadline() throws
}

extension CellTypeTransaction {
    /// For a store whose writes have no deadline.
    public func checkDeadline() {}
}

extension CellTypeTransaction {
    /// Nothing of it has the author of a request.
    public func attribute(to author: String?) {}
}
