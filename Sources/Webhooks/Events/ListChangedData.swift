public import Lists
public import Ports
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
    /// - Throws: What the store could not do; what is true of it only for now is never a reason to load the list again.
    public func bytes(of list: ListID, version: Int64) throws -> [UInt8] {
        let before = max(1, version) - 1
        do {
            let new = try store.snapshot(of: list, at: version)
            let old = before == new.head.base ? nil : try store.snapshot(of: list, at: before)
            return try shape.bytes(from: old, to: new)
        } catch  where error is ListError || error is MissingRecord {
            guard try isLost(version, of: list) else { throw error }
            return ChangesShape.reload(list, from: before, to: version)
        }
    }

    /// Whether the way to a version will never be readable again; not where readers are still to see that version.
    private func isLost(_ version: Int64, of list: ListID) throws -> Bool {
        let standing = try store.standing(of: list)
        guard version <= standing.lastVersion else { return false }
        return !standing.canRead(after: version - 1)
    }
}
