import Lists
import Ports

/// One write to the webhooks of a ``MemoryListStore``.
final class MemoryWebhookTransaction: WebhookTransaction {
    let now: Int64
    /// A write in memory is short.
    let othersWait = false
    private(set) var outbox: MemoryOutbox
    /// The answer that goes with the change.
    private(set) var answer: StoredResponse?
    private let identifiers: any IdentifierSource
    private let storedResponses: MemoryStoredResponses

    init(_ outbox: MemoryOutbox, now: Int64, identifiers: any IdentifierSource, storedResponses: MemoryStoredResponses) {
        self.outbox = outbox
        self.now = now
        self.identifiers = identifiers
        self.storedResponses = storedResponses
    }

    func webhooks() -> [Webhook] { outbox.subscribers.map(\.webhook) }

    func webhook(_ id: Identifier) -> Webhook? { outbox.subscriber(id).map { outbox.subscribers[$0].webhook } }

    func insert(_ webhook: Webhook) throws {
        guard outbox.subscriber(webhook.id) == nil else { throw MemoryRefusal.misuse }
        outbox.subscribers.append(MemoryOutbox.Subscriber(webhook: webhook))
        outbox.note { $0.webhooks.insert(webhook.id) }
    }

    func update(_ webhook: Webhook) throws {
        guard let index = outbox.subscriber(webhook.id) else { throw MemoryRefusal.misuse }
        if outbox.subscribers[index].webhook.health != webhook.health { outbox.subscribers[index].healthSetAt = now }
        outbox.subscribers[index].webhook = webhook
        outbox.note { $0.webhooks.insert(webhook.id) }
    }

    func deleteWebhook(_ id: Identifier) {
        outbox.subscribers.removeAll { $0.webhook.id == id }
        for (number, delivery) in outbox.deliveries where delivery.webhook == id {
            outbox.deliveries[number] = nil
            outbox.ends[number] = nil
        }
        outbox.note { $0.webhooks.insert(id) }
    }

    func addTest(to webhook: Identifier) throws -> Delivery {
        guard let webhook = self.webhook(webhook) else { throw MemoryRefusal.misuse }
        let event = outbox.append(.test(at: now), now: now, identifiers: identifiers)
        return outbox.add(event, to: webhook, now: now, identifiers: identifiers)
    }

    func delivery(_ id: Identifier, to webhook: Identifier) -> Delivery? { outbox.delivery(id, to: webhook) }

    func retry(_ id: Identifier, to webhook: Identifier) -> Delivery? {
        guard let delivery = outbox.delivery(id, to: webhook) else { return nil }
        guard !outbox.isDisabled(webhook), let owner = self.webhook(webhook) else { return delivery }
        guard owner.wants(delivery) else {
            if delivery.status == .pending || delivery.attempts.last?.isOutOfReach != true {
                outbox.failOutOfReach(delivery, now: now)
            }
            return outbox.delivery(id, to: webhook)
        }
        return outbox.retry(delivery, now: now)
    }

    func replay(
        to webhook: Identifier, since: Int64, until: Int64, after: Int64, limit: Int, isMeant: (ListID?) -> Bool
    ) -> (count: Int, next: Int64?) {
        guard !outbox.isDisabled(webhook), let owner = self.webhook(webhook) else { return (0, nil) }
        let failed = outbox.deliveries(to: webhook, status: .failed).filter { delivery in
            guard delivery.number > after, let event = outbox.event(delivery.event) else { return false }
            return event.time >= since && event.time < until && isMeant(event.list) && owner.wants(delivery)
        }
        let part = failed.prefix(limit)
        for delivery in part { _ = outbox.retry(delivery, now: now) }
        return (part.count, failed.count > limit ? part.last?.number : nil)
    }

    func record(_ outcomes: [DeliveryOutcome]) {
        for outcome in outcomes { outbox.record(outcome, now: now) }
    }

    func failUnwanted(of webhook: Identifier, after: Int64, limit: Int) -> Int64? {
        guard let owner = self.webhook(webhook) else { return nil }
        let part = outbox.deliveries(to: webhook, status: .pending).filter { $0.number > after }.prefix(limit)
        for var delivery in part {
            if owner.health.status == .disabled {
                delivery.status = .failed
                delivery.nextAttemptAt = nil
                outbox.put(delivery, now: now)
            } else if !owner.wants(delivery) {
                outbox.failOutOfReach(delivery, now: now)
            }
        }
        return part.count < limit ? nil : part.last?.number
    }

    func storedResponse(for key: IdempotencyKey) -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return storedResponses.find(key, now: now)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw MemoryRefusal.misuse }
        self.answer = answer
    }
}
