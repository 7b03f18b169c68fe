public import CellTypes
import Dispatch
import Glibc
public import Lists
public import Ports
import Synchronization

/// Several stores of one log as one store: each call goes to the next of them, which catches up first.
///
/// An observer, a watch or a pin belongs to the store that gave it, so the stores that others look at catch up before a write is answered.
/// It does the part of a log that is not there yet: a version is pinned in all stores.
public final class StoreCluster: ListStore, WebhookStore {
    private let stores: [any ListStore & WebhookStore]
    private let calls = Atomic<Int>(0)
    /// The stores that somebody looks at.
    private let watched = Mutex<Set<Int>>([])
    /// The stores of threads whose writes were not answered, and how many these are.
    private let running = Mutex<[UInt: (index: Int, count: Int)]>([:])
    private let answers = DispatchQueue(label: "answers")

    public init(_ stores: [any ListStore & WebhookStore]) {
        self.stores = stores
    }

    private var nextIndex: Int { calls.wrappingAdd(1, ordering: .relaxed).newValue % stores.count }

    /// The store for a write, which finds out under the lock what the others have written: the next one, or the one that has not answered the
    /// last write of the same thread yet, for writes that do not wait for each other keep their order in one store alone.
    private func writer<Outcome: Sendable>(
        _ completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) -> (store: any ListStore & WebhookStore, completion: @Sendable (Result<Outcome, any Error>) -> Void) {
        let thread = UInt(pthread_self())
        let index = running.withLock { running in
            let (index, count) = running[thread] ?? (nextIndex, 0)
            running[thread] = (index, count + 1)
            return index
        }
        return (
            stores[index],
            { [self] result in
                running.withLock { running in
                    guard let (index, count) = running[thread] else { return }
                    running[thread] = count > 1 ? (index, count - 1) : nil
                }
                answer(result, completion)
            }
        )
    }

    /// The next store, up to date.
    private func reader(isWatched: Bool = false) throws -> any ListStore & WebhookStore {
        let index = nextIndex
        if isWatched { watched.withLock { _ = $0.insert(index) } }
        try stores[index].catchUp(Freshness())
        return stores[index]
    }

    /// Answers a write once the stores that somebody looks at have seen it.
    private func answer<Outcome: Sendable>(
        _ result: Result<Outcome, any Error>, _ completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        answers.async { [self] in
            for index in watched.withLock({ $0 }) { try? stores[index].catchUp(Freshness()) }
            completion(result)
        }
    }

    public func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot { try reader().snapshot(of: id, at: version) }

    public func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot] {
        try reader().lists(prefix: prefix, after: after, limit: limit)
    }

    public func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        try reader().versions(of: id, before: before, limit: limit)
    }

    public func isReadable(_ version: Int64, ofList number: Int64) -> Bool {
        (try? reader().isReadable(version, ofList: number)) ?? false
    }

    public func pin(_ version: Int64, ofList number: Int64) -> VersionPin {
        let pins = stores.map { $0.pin(version, ofList: number) }
        return VersionPin { pins.forEach { $0.release() } }
    }

    public func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage {
        try reader().interactions(of: id, after: after, limit: limit)
    }

    public func watch(_ id: ListID) throws -> ListWatch? { try reader(isWatched: true).watch(id) }

    public func status(of id: ListID) throws -> ListStatus { try reader().status(of: id) }

    public func interactionStart(of id: ListID, last count: Int) throws -> Int64 {
        try reader().interactionStart(of: id, last: count)
    }

    public func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void) {
        let index = nextIndex
        watched.withLock { _ = $0.insert(index) }
        for store in stores { store.onCommit { _ in } }
        try? stores[index].catchUp(Freshness())
        stores[index].onCommit(observer)
    }

    public func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let next = writer(completion)
        next.store.write(id, work, completion: next.completion)
    }

    /// An upload belongs to the store that made it.
    private final class Upload: ListUpload {
        let store: any ListStore & WebhookStore
        let upload: any ListUpload

        init(_ store: any ListStore & WebhookStore) throws {
            self.store = store
            upload = try store.makeUpload()
        }

        func add(_ piece: ContentPiece, line: Int) throws { try upload.add(piece, line: line) }
    }

    public func makeUpload() throws -> any ListUpload { try Upload(stores[nextIndex]) }

    public func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        guard case .upload(let upload as Upload) = content else {
            let next = writer(completion)
            return next.store.replace(id, with: content, rules: rules, begin: begin, finish: finish, completion: next.completion)
        }
        upload.store.replace(id, with: .upload(upload.upload), rules: rules, begin: begin, finish: finish) { [self] in
            answer($0, completion)
        }
    }

    public func catchUp(_ freshness: Freshness) throws { for store in stores { try store.catchUp(freshness) } }

    public var isReady: Bool { stores.allSatisfy(\.isReady) }

    public var breaksOff: Bool { stores.contains(where: \.breaksOff) }

    public func close() { for store in stores { store.close() } }

    public var cellTypes: CellTypeRegistry { ((try? reader()) ?? stores[0]).cellTypes }

    public func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let next = writer(completion)
        next.store.writeCellTypes(work, completion: next.completion)
    }

    public func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] {
        try reader().uses(of: type, after: number, limit: limit)
    }

    public func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (_ refusal: ListError?) -> Void) {
        stores[nextIndex].runInBackground(kind, work)
    }

    public func webhooks() throws -> [Webhook] { try reader().webhooks() }

    public func webhook(_ id: Identifier) throws -> Webhook? { try reader().webhook(id) }

    public func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        try reader().deliveries(to: webhook, status: status, after: after, limit: limit)
    }

    public func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? { try reader().delivery(id, to: webhook) }

    public func due(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> DueDeliveries {
        try reader().due(to: webhook, isOrdered: isOrdered, now: now, limit: limit)
    }

    public func event(_ number: Int64) throws -> Event? { try reader().event(number) }

    public func backlog() throws -> DeliveryBacklog { try reader().backlog() }

    public func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) {
        let index = nextIndex
        watched.withLock { _ = $0.insert(index) }
        for store in stores { store.onOutboxChange { _ in } }
        try? stores[index].catchUp(Freshness())
        stores[index].onOutboxChange(wake)
    }

    public func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let next = writer(completion)
        next.store.writeWebhooks(work, completion: next.completion)
    }
}
