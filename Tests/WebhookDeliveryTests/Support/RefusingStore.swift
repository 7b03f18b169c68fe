import Lists
import SQLiteStore
import Synchronization

/// A store that refuses writes to its outbox for as long as it is told to.
final class RefusingStore: WebhookStore {
    private let store: SQLiteListStore
    private let refuses = Atomic<Bool>(false)
    private let refused = Atomic<Int>(0)

    init(_ store: SQLiteListStore) {
        self.store = store
    }

    /// Writes that were refused.
    var refusals: Int { refused.load(ordering: .relaxed) }

    func setRefusing(_ isRefusing: Bool) { refuses.store(isRefusing, ordering: .sequentiallyConsistent) }

    func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        guard refuses.load(ordering: .sequentiallyConsistent) else { return store.writeWebhooks(work, completion: completion) }
        refused.wrappingAdd(1, ordering: .relaxed)
        completion(.failure(ListError(.overloaded, "Too many writes wait.")))
    }

    func webhooks() throws -> [Webhook] { try store.webhooks() }
    func webhook(_ id: Identifier) throws -> Webhook? { try store.webhook(id) }
    func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        try store.deliveries(to: webhook, status: status, after: after, limit: limit)
    }
    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? { try store.delivery(id, to: webhook) }
    func dueDeliveries(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> [Delivery] {
        try store.dueDeliveries(to: webhook, isOrdered: isOrdered, now: now, limit: limit)
    }
    func nextAttempt(to webhook: Identifier, isOrdered: Bool, after now: Int64) throws -> Int64? {
        try store.nextAttempt(to: webhook, isOrdered: isOrdered, after: now)
    }
    func event(_ number: Int64) throws -> Event? { try store.event(number) }
    func backlog() throws -> DeliveryBacklog { try store.backlog() }
    func onOutboxChange(_ wake: @escaping @Sendable () -> Void) { store.onOutboxChange(wake) }
}
