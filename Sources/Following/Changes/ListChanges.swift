public import CellTypes
public import Lists
public import Ports
import Wire

/// Answers what has changed in a list from one version to another: for event streams, for requests and for webhooks.
///
/// A text encoded for one of them serves the others. Any thread may use it.
public struct ListChanges: Sendable {
    private let store: any ListStore
    private let cache: EventCache
    private let naming: CellNaming
    /// The most operations that a change is shown with.
    private var operationLimit = ChangesRepresentation.operations
    /// The cell types that the readers know; `nil` where they do not say.
    private var accepted: AcceptedCellTypes?

    /// - Parameters:
    ///   - naming: What the cells of items are called.
    ///   - cacheBytes: Bytes of memory for texts that are kept for further readers.
    public init(store: any ListStore, naming: CellNaming, cacheBytes: Int = 8 << 20) {
        self.store = store
        self.naming = naming
        cache = EventCache(capacity: cacheBytes)
    }

    /// The same, under another limit of operations.
    public func limited(to operations: Int) -> ListChanges {
        var limited = self
        limited.operationLimit = operations
        return limited
    }

    /// The same, for readers who know some cell types; `nil` for those who do not say. Readers of one set share their texts.
    public func accepting(_ types: AcceptedCellTypes?) -> ListChanges {
        var accepting = self
        accepting.accepted = types
        return accepting
    }

    /// The kind of events that its readers share.
    public var kind: EventKind { EventKind(accepted: accepted, operations: operationLimit) }

    /// The same, for readers of one kind.
    public func of(_ kind: EventKind) -> ListChanges { limited(to: kind.operations).accepting(kind.accepted) }

    /// How items are shown now.
    public var cells: CellPresentation { CellPresentation(naming: naming, registry: store.cellTypes, accepted: accepted) }

    /// How items are shown now to those who do not say what they know.
    private var cellsForAll: CellPresentation { CellPresentation(naming: naming, registry: store.cellTypes) }

    /// How many texts were encoded for event streams.
    public var encodedCount: Int { cache.encodedCount }

    public func status(of list: ListID) throws -> ListStatus { try store.status(of: list) }

    /// The change to a version from the one before it, where the cache has it.
    public func cached(_ version: Int64, of list: ListID) -> [UInt8]? { cached(from: version - 1, to: version, of: list, cells) }

    private func cached(from before: Int64, to version: Int64, of list: ListID, _ cells: CellPresentation) -> [UInt8]? {
        for limit in limits {
            let text = cache.find(EventCache.Key(list, from: before, to: version, operations: limit, cells))
            if let object = text?.object(operations: operationLimit) { return object }
        }
        return nil
    }

    /// The change from a version to a later one; `nil` where a version that is needed has left the history. Readers with different limits
    /// share its text where they can. Of one change a bounded number of texts is made for readers who say what they know; the others are told to load
    /// the list again. Its items are shown by the registry as it is now, whatever it was when the version was made.
    public func change(from before: Int64, to version: Int64, of list: ListID) throws -> [UInt8]? {
        let cells = cells
        do {
            for limit in limits {
                let text = try cache.text(EventCache.Key(list, from: before, to: version, operations: limit, cells)) {
                    try encode(from: before, to: version, of: list, ChangesRepresentation(cells: cells, operationLimit: limit))
                }
                if let object = text.object(operations: operationLimit) { return object }
            }
            return nil
        } catch is EventCache.TooManyVariants {
            return ChangesRepresentation.reload(list, from: before, to: version)
        } catch  where error is ListError || error is MissingRecord {
            guard try !store.status(of: list).canRead(after: before) else { throw error }
            return nil
        }
    }

    /// The change between two snapshots of one incarnation of a list. Its text is taken from the cache, and not added to it.
    ///
    /// - Parameters:
    ///   - old: `nil` for the empty list that the list was before its first version.
    ///   - cells: How items are shown.
    /// - Throws: `MissingRecord` where one of the versions was collected meanwhile.
    public func change(from old: ListSnapshot?, to new: ListSnapshot, _ cells: CellPresentation) throws -> [UInt8] {
        if let object = cached(from: old?.version ?? new.head.base, to: new.version, of: new.head.id, cells) { return object }
        return try ChangesRepresentation(cells: cells, operationLimit: operationLimit).bytes(from: old, to: new)
    }

    /// The data of a ``EventType/listChanged``: the change from the version before, with at most 64 KiB of stages. Where it would be more, or
    /// one of the versions has left the history, it says that the list is to be loaded again.
    ///
    /// - Parameter version: The one that the list came to, at least 1.
    /// - Throws: The failure of the store; a passing failure is never a reason to load the list again.
    public func webhookData(of list: ListID, version: Int64) throws -> [UInt8] {
        let (limit, before, cells) = (ChangesRepresentation.webhookBytes, max(1, version) - 1, cellsForAll)
        var key = EventCache.Key(list, from: before, to: version, operations: ChangesRepresentation.operations, cells)
        if let object = cache.find(key)?.object(operations: ChangesRepresentation.operations, stageBytes: limit) { return object }
        key.bytes = limit
        do {
            return try cache.text(key) {
                try encode(from: before, to: version, of: list, ChangesRepresentation(cells: cells, byteLimit: limit))
            }.bytes
        } catch  where error is ListError || error is MissingRecord {
            guard try isLost(version, of: list) else { throw error }
            return ChangesRepresentation.reload(list, from: before, to: version)
        }
    }

    /// Whether the way to a version will never be readable again; not where readers are still to see that version.
    private func isLost(_ version: Int64, of list: ListID) throws -> Bool {
        let status = try store.status(of: list)
        guard version <= status.lastVersion else { return false }
        return !status.canRead(after: version - 1)
    }

    /// Encodes what was committed, so that it is there for all readers, and there still when the list has been deleted.
    public func encode(_ commit: ListCommit) {
        guard case .version(let new, let old) = commit.change else { return }
        let cells = cellsForAll
        let key = EventCache.Key(commit.id, from: new.version - 1, to: new.version, operations: ChangesRepresentation.operations, cells)
        // Changes that can't be encoded now are tried again, and reported, by the readers.
        _ = try? cache.text(key) { try ChangesRepresentation(cells: cells).text(from: old, to: new) }
    }

    private func encode(from before: Int64, to version: Int64, of list: ListID, _ shape: ChangesRepresentation) throws -> EncodedChanges {
        let new = try store.snapshot(of: list, at: version)
        let old = before == new.head.base ? nil : try store.snapshot(of: list, at: before)
        return try shape.text(from: old, to: new)
    }

    /// The limits to encode for, in order: that of all readers who ask for no more, which is encoded first, then a higher one.
    private var limits: [Int] {
        let least = ChangesRepresentation.operations
        return operationLimit > least ? [least, operationLimit] : [least]
    }
}

extension EventCache.Key {
    fileprivate init(_ list: ListID, from: Int64, to: Int64, operations: Int, _ cells: CellPresentation) {
        self.init(list: list, from: from, to: to, operations: operations, registry: cells.registry.version, accepted: cells.accepted)
    }
}
