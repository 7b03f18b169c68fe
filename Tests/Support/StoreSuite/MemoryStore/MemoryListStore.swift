public import CellTypes
import JSON
public import Lists
public import Ports
import Synchronization

/// Lists in memory: for tests, and where nothing needs to outlive the process.
///
/// Its lists have versions and a history as any store's, of a number of versions. A write runs on the thread that asks for it, one after
/// the other; `work` must not write to the same store.
public final class MemoryListStore: ListStore {
    /// What a write needs beside the lists.
    struct WriterState {
        var lastNumber: Int64 = 0
        /// The registered types.
        var cellTypes = CellTypeRegistry.empty
        let identifiers: any IdentifierSource
    }

    let memory = Mutex(MemoryLists())
    /// The registered types as readers see them.
    let published = Mutex(CellTypeRegistry.empty)
    let writerState: Mutex<WriterState>
    private let pins = VersionPins()
    let outbox = Mutex(MemoryOutbox())
    let waker = Observer<OutboxChange>()
    private let commitObserver = Observer<ListCommit>()
    let storedResponses: MemoryStoredResponses
    let events: EventPolicy
    let now: @Sendable () -> Int64
    private let versions: Int64
    private let describeList: ListDescription

    /// - Parameters:
    ///   - versions: How many versions of a list can be read.
    ///   - storedResponses: How long answers stay under their idempotency keys.
    ///   - events: How long interactions and ended deliveries are kept.
    ///   - describeList: What a ``EventType/listCreated`` says of its list.
    ///   - now: Milliseconds since 1970, UTC.
    ///   - makeIdentifiers: Called once.
    public init(
        versions: Int64 = 1000, storedResponses: StoredResponsePolicy = StoredResponsePolicy(), events: EventPolicy = EventPolicy(),
        describeList: @escaping ListDescription, now: @escaping @Sendable () -> Int64, makeIdentifiers: () -> sending any IdentifierSource
    ) {
        self.storedResponses = MemoryStoredResponses(storedResponses)
        self.events = events
        self.describeList = describeList
        self.versions = max(1, versions)
        self.now = now
        writerState = Mutex(WriterState(identifiers: makeIdentifiers()))
    }

    public func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot {
        guard let entry = memory.withLock({ $0.entries[id] }) else { throw MemoryRefusal.notFound(id) }
        guard let incarnation = entry.incarnation else {
            guard let version, (1...entry.lastVersion).contains(version) else { throw MemoryRefusal.notFound(id) }
            throw MemoryRefusal.gone(version, id)
        }
        let wanted = version ?? entry.lastVersion
        guard (1...entry.lastVersion).contains(wanted) else { throw MemoryRefusal.noVersion(wanted, id, head: entry.lastVersion) }
        guard let head = incarnation.head(at: wanted) else {
            // A head that has gone meanwhile has a successor.
            if version == nil { return try snapshot(of: id, at: nil) }
            throw MemoryRefusal.gone(wanted, id)
        }
        return ListSnapshot(head: head, storage: incarnation)
    }

    public func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] {
        let entries = memory.withLock { $0.entries }
        let found = entries.compactMap { id, entry -> (ListID, ListSnapshot)? in
            guard id.text.utf8.starts(with: prefix.utf8), after.map({ UTF8Text.isOrdered($0, before: id.text) }) ?? true,
                let incarnation = entry.incarnation, let head = incarnation.head(at: entry.lastVersion)
            else { return nil }
            return (id, ListSnapshot(head: head, storage: incarnation))
        }
        return found.sorted { $0.0 < $1.0 }.prefix(max(0, limit)).map(\.1)
    }

    public func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        guard let entry = memory.withLock({ $0.entries[id] }), let incarnation = entry.incarnation else { throw MemoryRefusal.notFound(id) }
        let head = entry.lastVersion
        let first = before.map { min(head, max($0, 1) - 1) } ?? head
        let versions = incarnation.versions(from: first, downTo: incarnation.watch.oldest, limit: limit)
        // The oldest is looked at again: what was collected meanwhile is not there.
        let oldest = min(head, incarnation.watch.oldest)
        return VersionPage(oldest: oldest, head: head, versions: versions.filter { $0.version >= oldest })
    }

    public func isReadable(_ version: Int64, ofList number: Int64) -> Bool {
        memory.withLock { $0.incarnation(number) }?.head(at: version) != nil
    }

    public func pin(_ version: Int64, ofList number: Int64) -> VersionPin { pins.pin(version, ofList: number, at: 0) }

    public func watch(_ id: ListID) throws -> ListWatch? {
        memory.withLock { $0.entries[id]?.incarnation?.watch }
    }

    public func status(of id: ListID) throws -> ListStatus {
        guard let entry = memory.withLock({ $0.entries[id] }) else { return .unknown }
        guard let incarnation = entry.incarnation else { return .ended(at: entry.lastVersion) }
        return .living(
            base: incarnation.base, oldest: incarnation.watch.oldest, newest: entry.lastVersion,
            created: incarnation.head(at: entry.lastVersion)?.createdAt ?? 0)
    }

    public func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void) {
        commitObserver.set(observer)
    }

    public func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let result = writerState.withLock { writerState -> Result<(Outcome, change: OutboxChange), any Error> in
            guard isReady else { return .failure(Self.closed) }
            let entry = memory.withLock { $0.entries[id] }
            let time = now()
            let transaction = MemoryTransaction(
                id, entry: entry, time: time, identifiers: writerState.identifiers, nextNumber: writerState.lastNumber + 1,
                storedResponses: storedResponses, outbox: outbox.withLock { $0 }, cellTypes: writerState.cellTypes)
            do {
                let outcome = try work(transaction)
                writerState.lastNumber = max(writerState.lastNumber, transaction.incarnation?.number ?? 0)
                publish(id, transaction)
                if let answer = transaction.answer { storedResponses.add(answer, now: time) }
                let change = append(transaction, of: id, writerState, now: time)
                if let made = transaction.interaction?.interaction { commitObserver.notify(ListCommit(id, .interaction(made.sequence))) }
                return .success((outcome, change))
            } catch {
                transaction.undo()
                return .failure(error)
            }
        }
        complete(result, completion)
    }

    static let closed = ListError(.unavailable, "The store is closed.")

    /// Tells what has come of a write, after waking who is to be woken.
    func complete<Outcome>(
        _ result: Result<(Outcome, change: OutboxChange), any Error>, _ completion: (Result<Outcome, any Error>) -> Void
    ) {
        if case .success((_, let change)) = result, !change.isEmpty { waker.notify(change) }
        completion(result.map(\.0))
    }

    /// Adds the events of a write to the journal.
    ///
    /// - Returns: What they have changed.
    private func append(_ transaction: MemoryTransaction, of id: ListID, _ writerState: WriterState, now: Int64) -> OutboxChange {
        outbox.withLock { outbox in
            let change = transaction.listEvent(wanted: outbox.wants, describe: describeList)
            if transaction.endsList { outbox.endInteractions(of: id) }
            for draft in [change, transaction.interaction] {
                if let draft { outbox.append(draft, now: now, identifiers: writerState.identifiers) }
            }
            outbox.collect(events, now: now)
            return outbox.takeChange()
        }
    }

    public func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage {
        _ = try snapshot(of: id, at: nil)
        return try outbox.withLock {
            try $0.interactions(of: id, after: after, limit: max(0, limit), end: events.interactionEnd(now: now()))
        }
    }

    public func interactionStart(of id: ListID, last count: Int) throws -> Int64 {
        _ = try snapshot(of: id, at: nil)
        return outbox.withLock { $0.interactionStart(of: id, last: count, end: events.interactionEnd(now: now())) }
    }

    public func makeUpload() -> any ListUpload { MemoryUpload() }

    public func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        write(
            id,
            { transaction in
                if let outcome = try begin(transaction) { return outcome }
                let isNew = transaction.current == nil
                let edit = try transaction.edit()
                rules.hold(edit, to: transaction.cellTypes)
                try edit.replace(with: content)
                return try finish(transaction, ReplacedList(snapshot: try transaction.commit(edit), isNew: isNew))
            }, completion: completion)
    }

    public var isReady: Bool { memory.withLock { $0.isOpen } }

    public var breaksOff: Bool { false }

    public func close() {
        memory.withLock { $0.close() }
    }

    private func publish(_ id: ListID, _ transaction: MemoryTransaction) {
        guard let change = transaction.change, let incarnation = transaction.incarnation else { return }
        let before = transaction.current
        switch change {
        case .commit(let draft):
            memory.withLock { $0.publish(id, incarnation, version: draft.head.version) }
            commitObserver.notify(ListCommit(id, .version(ListSnapshot(head: draft.head, storage: incarnation), after: before)))
            let pinned = pins.oldest(ofList: incarnation.number, since: 0) ?? .max
            incarnation.raiseOldest(to: min(pinned, draft.head.version - versions + 1))
        case .delete(let version):
            memory.withLock { $0.end(id, incarnation, version: version) }
            commitObserver.notify(ListCommit(id, .end(version)))
        }
    }
}
