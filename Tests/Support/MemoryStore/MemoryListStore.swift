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
    struct Desk {
        var lastNumber: Int64 = 0
        /// The registered types.
        var cellTypes = CellTypeRegistry.empty
        let identifiers: any IdentifierSource
    }

    let shelf = Mutex(MemoryShelf())
    /// The registered types as readers see them.
    let published = Mutex(CellTypeRegistry.empty)
    let desk: Mutex<Desk>
    private let pins = VersionPins()
    let outbox = Mutex(MemoryOutbox())
    let waker = Observer<OutboxChange>()
    private let follower = Observer<ListCommit>()
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
        desk = Mutex(Desk(identifiers: makeIdentifiers()))
    }

    public func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot {
        guard let place = shelf.withLock({ $0.places[id] }) else { throw MemoryRefusal.notFound(id) }
        guard let life = place.life else {
            guard let version, (1...place.lastVersion).contains(version) else { throw MemoryRefusal.notFound(id) }
            throw MemoryRefusal.gone(version, id)
        }
        let wanted = version ?? place.lastVersion
        guard (1...place.lastVersion).contains(wanted) else { throw MemoryRefusal.noVersion(wanted, id, head: place.lastVersion) }
        guard let head = life.head(at: wanted) else {
            // A head that has gone meanwhile has a successor.
            if version == nil { return try snapshot(of: id, at: nil) }
            throw MemoryRefusal.gone(wanted, id)
        }
        return ListSnapshot(head: head, storage: life)
    }

    public func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] {
        let places = shelf.withLock { $0.places }
        let found = places.compactMap { id, place -> (ListID, ListSnapshot)? in
            guard id.text.utf8.starts(with: prefix.utf8), after.map({ UTF8Text.isOrdered($0, before: id.text) }) ?? true,
                let life = place.life, let head = life.head(at: place.lastVersion)
            else { return nil }
            return (id, ListSnapshot(head: head, storage: life))
        }
        return found.sorted { $0.0 < $1.0 }.prefix(max(0, limit)).map(\.1)
    }

    public func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        guard let place = shelf.withLock({ $0.places[id] }), let life = place.life else { throw MemoryRefusal.notFound(id) }
        let head = place.lastVersion
        let first = before.map { min(head, max($0, 1) - 1) } ?? head
        let versions = life.versions(from: first, downTo: life.watch.oldest, limit: limit)
        // The oldest is looked at again: what was collected meanwhile is not there.
        let oldest = min(head, life.watch.oldest)
        return VersionPage(oldest: oldest, head: head, versions: versions.filter { $0.version >= oldest })
    }

    public func isReadable(_ version: Int64, ofList number: Int64) -> Bool {
        shelf.withLock { $0.life(number) }?.head(at: version) != nil
    }

    public func pin(_ version: Int64, ofList number: Int64) -> VersionPin { pins.pin(version, ofList: number, at: 0) }

    public func watch(_ id: ListID) throws -> ListWatch? {
        shelf.withLock { $0.places[id]?.life?.watch }
    }

    public func status(of id: ListID) throws -> ListStatus {
        guard let place = shelf.withLock({ $0.places[id] }) else { return .unknown }
        guard let life = place.life else { return .ended(at: place.lastVersion) }
        return .living(base: life.base, oldest: life.watch.oldest, newest: place.lastVersion)
    }

    public func onCommit(_ tell: @escaping @Sendable (ListCommit) -> Void) {
        follower.set(tell)
    }

    public func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let result = desk.withLock { desk -> Result<(Outcome, change: OutboxChange), any Error> in
            guard isReady else { return .failure(Self.closed) }
            let place = shelf.withLock { $0.places[id] }
            let time = now()
            let transaction = MemoryTransaction(
                id, place: place, time: time, identifiers: desk.identifiers, nextNumber: desk.lastNumber + 1,
                storedResponses: storedResponses, outbox: outbox.withLock { $0 }, cellTypes: desk.cellTypes)
            do {
                let outcome = try work(transaction)
                desk.lastNumber = max(desk.lastNumber, transaction.life?.number ?? 0)
                publish(id, transaction)
                if let answer = transaction.answer { storedResponses.add(answer, now: time) }
                let change = append(transaction, of: id, desk, now: time)
                if let made = transaction.interaction?.interaction { follower.notify(ListCommit(id, .interaction(made.sequence))) }
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
    private func append(_ transaction: MemoryTransaction, of id: ListID, _ desk: Desk, now: Int64) -> OutboxChange {
        outbox.withLock { outbox in
            let change = transaction.listEvent(wanted: outbox.wants, describe: describeList)
            for draft in [change, transaction.interaction] {
                if let draft { outbox.append(draft, now: now, identifiers: desk.identifiers) }
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

    public var isReady: Bool { shelf.withLock { $0.isOpen } }

    public var breaksOff: Bool { false }

    public func close() {
        shelf.withLock { $0.close() }
    }

    private func publish(_ id: ListID, _ transaction: MemoryTransaction) {
        guard let change = transaction.change, let life = transaction.life else { return }
        let before = transaction.current
        switch change {
        case .commit(let draft):
            shelf.withLock { $0.publish(id, life, version: draft.head.version) }
            follower.notify(ListCommit(id, .version(ListSnapshot(head: draft.head, storage: life), after: before)))
            let pinned = pins.oldest(ofList: life.number, since: 0) ?? .max
            life.raiseOldest(to: min(pinned, draft.head.version - versions + 1))
        case .delete(let version):
            shelf.withLock { $0.end(id, life, version: version) }
            follower.notify(ListCommit(id, .end(version)))
        }
    }
}
