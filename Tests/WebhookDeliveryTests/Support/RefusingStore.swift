import Dispatch
import Lists
import Ports
import SQLiteStore
import Synchronization

/// A store that refuses writes to its outbox, or reads of events, while a test says so, and counts writes and looks.
final class RefusingStore: WebhookStore {
    private let store: SQLiteListStore
    private let pause: Double
    private let refuses = Atomic<Bool>(false)
    private let refused = Atomic<Int>(0)
    private let refusesEvents = Atomic<Bool>(false)
    private let refusedEvents = Atomic<Int>(0)
    private let written = Atomic<Int>(0)
    private let looked = Atomic<Int>(0)

    /// - Parameter pause: The seconds after which a write is passed on; with some, what is written meanwhile comes together.
    init(_ store: SQLiteListStore, pause: Double = 0) {
        self.store = store
        self.pause = pause
    }

    /// Writes that were refused.
    var refusals: Int { refused.load(ordering: .relaxed) }

    /// Reads of events that were refused.
    var eventRefusals: Int { refusedEvents.load(ordering: .relaxed) }

    /// Writes that were not refused.
    var writes: Int { written.load(ordering: .relaxed) }

    /// Looks for due deliveries that are over.
    var looks: Int { looked.load(ordering: .acquiring) }

    func setRefusingEvents(_ isRefusing: Bool) { refusesEvents.store(isRefusing, ordering: .sequentiallyConsistent) }

    func setRefusing(_ isRefusing: Bool) { refuses.store(isRefusing, ordering: .sequentiallyConsistent) }

    func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        guard refuses.load(ordering: .sequentiallyConsistent) else {
            written.wrappingAdd(1, ordering: .relaxed)
            guard pause > 0 else { return store.writeWebhooks(work, completion: completion) }
            DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [store] in store.writeWebhooks(work, completion: completion) }
            return
        }
        refused.wrappingAdd(1, ordering: .relaxed)
        completion(.failure(ListError(.overloaded, "Too many writes wait.")))
    }

    func webhooks() throws -> [Webhook] { try store.webhooks() }
    func webhook(_ id: Identifier) throws -> Webhook? { try store.webhook(id) }
    func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        try store.deliveries(to: webhook, status: status, after: after, limit: limit)
    }
    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? { try store.delivery(id, to: webhook) }
    func due(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> DueDeliveries {
        defer { looked.wrappingAdd(1, ordering: .releasing) }
        return try store.due(to: webhook, isOrdered: isOrdered, now: now, limit: limit)
    }
    func event(_ number: Int64) throws -> Event? {
        guard refusesEvents.load(ordering: .sequentiallyConsistent) else { return try store.event(number) }
        refusedEvents.wrappingAdd(1, ordering: .relaxed)
        throw ListError(.unavailable, "The disk does not answer.")
    }
    func backlog() throws -> DeliveryBacklog { try store.backlog() }
    func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) { store.onOutboxChange(wake) }
}
