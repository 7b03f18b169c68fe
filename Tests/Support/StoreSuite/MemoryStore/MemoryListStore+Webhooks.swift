public import Lists
public import Ports
import Synchronization

extension MemoryListStore: WebhookStore {
    public func webhooks() -> [Webhook] { outbox.withLock { $0.subscribers.map(\.webhook) } }

    public func webhook(_ id: Identifier) -> Webhook? {
        outbox.withLock { outbox in outbox.subscriber(id).map { outbox.subscribers[$0].webhook } }
    }

    public func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) -> [Delivery]? {
        outbox.withLock { outbox in
            var end = Int64.max
            if let after {
                guard let delivery = outbox.delivery(after, to: webhook) else { return nil }
                end = delivery.number
            }
            return outbox.deliveries(to: webhook, status: status).filter { $0.number < end }.suffix(max(0, limit)).reversed()
        }
    }

    public func delivery(_ id: Identifier, to webhook: Identifier) -> Delivery? {
        outbox.withLock { $0.delivery(id, to: webhook) }
    }

    public func due(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) -> DueDeliveries {
        let pending = outbox.withLock { $0.pending(at: webhook, isOrdered: isOrdered) }
        let isDue = { (delivery: Delivery) in (delivery.nextAttemptAt ?? .max) <= now }
        let found = (isOrdered ? Array(pending.prefix(while: isDue)) : pending.filter(isDue)).prefix(max(0, limit))
        let next = (isOrdered ? Array(pending.prefix(1)) : pending).compactMap(\.nextAttemptAt).filter { $0 > now }.min()
        return DueDeliveries(Array(found), nextAttempt: found.count < limit ? next : nil)
    }

    public func event(_ number: Int64) -> Event? { outbox.withLock { $0.event(number) } }

    public func backlog() -> DeliveryBacklog { outbox.withLock { $0.backlog } }

    public func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) {
        waker.set(wake)
    }

    public func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let result = writerState.withLock { writerState -> Result<(Outcome, change: OutboxChange), any Error> in
            guard isReady else { return .failure(Self.closed) }
            let time = now()
            let transaction = MemoryWebhookTransaction(
                outbox.withLock { $0 }, now: time, identifiers: writerState.identifiers, storedResponses: storedResponses)
            return Result {
                let outcome = try work(transaction)
                let changed = transaction.outbox
                let change = outbox.withLock { outbox in
                    outbox = changed
                    outbox.collect(events, now: time)
                    return outbox.takeChange()
                }
                if let answer = transaction.answer { storedResponses.add(answer, now: time) }
                return (outcome, change)
            }
        }
        complete(result, completion)
    }
}
