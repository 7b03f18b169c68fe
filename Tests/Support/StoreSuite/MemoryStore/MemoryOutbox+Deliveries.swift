import Lists
import Ports

extension MemoryOutbox {
    func subscriber(_ id: Identifier) -> Int? { subscribers.firstIndex { $0.webhook.id == id } }

    func isDisabled(_ id: Identifier) -> Bool {
        subscriber(id).map { subscribers[$0].webhook.health.status == .disabled } ?? true
    }

    func delivery(_ id: Identifier, to webhook: Identifier) -> Delivery? {
        guard subscriber(webhook) != nil else { return nil }
        return deliveries.values.first { $0.id == id && $0.webhook == webhook }
    }

    /// Deliveries to a webhook, by their numbers.
    func deliveries(to webhook: Identifier, status: Delivery.Status? = nil) -> [Delivery] {
        guard subscriber(webhook) != nil else { return [] }
        return deliveries.values.filter { $0.webhook == webhook && (status == nil || $0.status == status) }.sorted { $0.number < $1.number }
    }

    /// What is pending at a webhook that is not disabled, in the order in which it is sent.
    func pending(at webhook: Identifier, isOrdered: Bool) -> [Delivery] {
        guard !isDisabled(webhook) else { return [] }
        let found = deliveries(to: webhook, status: .pending)
        if isOrdered { return found.sorted { $0.event < $1.event } }
        return found.sorted { ($0.nextAttemptAt ?? 0, $0.number) < ($1.nextAttemptAt ?? 0, $1.number) }
    }

    var backlog: DeliveryBacklog {
        let pending = subscribers.flatMap { deliveries(to: $0.webhook.id, status: .pending) }
        return DeliveryBacklog(pending: pending.count, oldest: pending.map(\.createdAt).min())
    }

    /// Makes a delivery of an event.
    mutating func add(_ event: Event, to webhook: Webhook, now: Int64, identifiers: any IdentifierSource) -> Delivery {
        lastDelivery += 1
        let isDisabled = webhook.health.status == .disabled
        let delivery = Delivery(
            number: lastDelivery, id: identifiers.next(), webhook: webhook.id, event: event.number, eventID: event.id, type: event.type,
            list: event.list, createdAt: now, status: isDisabled ? .failed : .pending, nextAttemptAt: isDisabled ? nil : now)
        put(delivery, now: now)
        if !isDisabled { note { $0.deliveries.insert(webhook.id) } }
        return delivery
    }

    /// Stores a delivery as it is now.
    mutating func put(_ delivery: Delivery, now: Int64) {
        deliveries[delivery.number] = delivery
        ends[delivery.number] = delivery.status == .pending ? nil : now
    }

    /// Makes a delivery pending anew.
    mutating func retry(_ delivery: Delivery, now: Int64) -> Delivery {
        var delivery = delivery
        delivery.status = .pending
        delivery.earlierAttempts = delivery.attempts.count
        delivery.nextAttemptAt = now
        put(delivery, now: now)
        note { $0.retries.insert(delivery.webhook) }
        return delivery
    }

    mutating func record(_ outcome: DeliveryOutcome, now: Int64) {
        guard let index = subscriber(outcome.webhook), var delivery = deliveries[outcome.delivery], delivery.webhook == outcome.webhook
        else { return }
        if outcome.attempt.isOutOfReach, delivery.status != .pending { return }
        let health = outcome.health(over: subscribers[index].webhook.health, setAt: subscribers[index].healthSetAt)
        subscribers[index].webhook.health = health
        let wasPending = delivery.status == .pending
        delivery.attempts.append(outcome.attempt)
        (delivery.status, delivery.nextAttemptAt) = outcome.state(
            over: delivery.status, due: delivery.nextAttemptAt, isDisabled: health.status == .disabled)
        let end = wasPending ? now : ends[delivery.number] ?? now
        put(delivery, now: end)
        if let data = outcome.data { keep(data, of: delivery.event) }
    }

    /// Lets a delivery fail that its webhook no longer asks for.
    mutating func failOutOfReach(_ delivery: Delivery, now: Int64) {
        var delivery = delivery
        delivery.attempts.append(.outOfReach(at: now))
        delivery.status = .failed
        delivery.nextAttemptAt = nil
        put(delivery, now: now)
    }
}
