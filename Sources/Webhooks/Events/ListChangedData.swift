public import Lists
import Wire

/// The data of a ``EventType/listChanged``: the change from the version before, laid out when it is sent.
public struct ListChangedData: Sendable {
    private let store: any ListStore
    private let shape: ChangesShape

    /// - Parameter naming: What the cells of items are called.
    public init(store: any ListStore, naming: CellNaming) {
        self.store = store
        shape = ChangesShape(naming: naming, byteLimit: ChangesShape.webhookBytes)
    }

    /// The changes object from the version before (contract, section 4), with at most 64 KiB of stages. Where it would be more, or one of the
    /// versions has left the history, it says that the list is to be loaded again.
    ///
    /// - Parameter version: The one that the list came to, at least 1.
    /// - Throws: What the store could not do.
    public func bytes(of list: ListID, version: Int64) throws -> [UInt8] {
        let before = max(1, version) - 1
        do {
            let new = try store.snapshot(of: list, at: version)
            let old = before == new.head.base ? nil : try store.snapshot(of: list, at: before)
            return try shape.bytes(from: old, to: new)
        } catch  where error is ListError || error is MissingRecord {
            guard try !store.standing(of: list).canRead(after: before) else { throw error }
            return ChangesShape.reload(list, from: before, to: version)
        }
    }
}
