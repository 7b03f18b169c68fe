import Lists
import Ports

/// Makes, changes and ends deliveries.
extension Outbox {
    /// Makes a delivery of an event, with a row.
    ///
    /// - Returns: Its number.
    @discardableResult
    func deliver(_ event: Int64, to subscriber: OutboxState.Subscriber, now: Int64) throws -> DeliveryNumber {
        let isFailed = subscriber.webhook.health.status == .disabled
        let number = DeliveryNumber(event: event, webhook: subscriber.number)
        if isFailed {
            try deliveries.insert(number, .failed, madeAt: now, endedAt: now)
            state.noteEnd(now)
        } else {
            try deliveries.insert(number, .pending, madeAt: now, nextAttempt: now)
            change.deliveries.insert(subscriber.webhook.id)
        }
        added += 1
        return number
    }

    /// Records an attempt.
    ///
    /// - Parameters:
    ///   - index: That of the delivery's webhook.
    ///   - madeAt: When the delivery was made, where it has no row yet.
    /// - Returns: Whether the webhook's health has changed.
    func record(_ outcome: DeliveryOutcome, of index: Int, madeAt: Int64?, now: Int64) throws -> Bool {
        let new = madeAt.map { DeliveryRow(number: outcome.delivery, pendingSince: $0) }
        guard let row = try new ?? deliveries.row(outcome.delivery) else { return false }
        if outcome.attempt.isOutOfReach, row.status != .pending { return false }
        let old = state.subscribers[index].webhook.health
        let health = outcome.health(over: old, setAt: state.subscribers[index].healthSetAt)
        let (status, nextAttempt) = outcome.state(over: row.status, due: row.nextAttempt, isDisabled: health.status == .disabled)
        try deliveries.insert(outcome.attempt, row.attempts, of: row.number)
        let endedAt = status == .pending ? nil : row.endedAt ?? now
        if let madeAt {
            let number = DeliveryNumber(row.number)
            try deliveries.insert(number, status, madeAt: madeAt, attempts: 1, nextAttempt: nextAttempt, endedAt: endedAt)
        } else {
            try deliveries.set(row.number, status, nextAttempt: nextAttempt, endedAt: endedAt, attempts: 1)
        }
        if let endedAt { state.noteEnd(endedAt) }
        added += 1
        if let data = outcome.data { try keep(data, of: row.event) }
        guard health != old else { return false }
        state.subscribers[index].webhook.health = health
        return true
    }

    /// Keeps the data of an event that has none, so that further attempts send the same; beyond the bound the oldest events' data goes.
    private func keep(_ data: [UInt8], of event: Int64) throws {
        guard try eventData.insert(data, of: event) else { return }
        state.keptData.add(data.count)
        while state.keptData.bytes > policy.keptDataBytes, let bytes = try eventData.deleteFirst() {
            state.keptData.subtract(bytes)
        }
    }

    /// Lets a delivery fail that its webhook no longer asks for.
    ///
    /// - Parameter attempts: How many it has had.
    func failOutOfReach(_ delivery: Int64, attempts: Int64, now: Int64) throws {
        try deliveries.insert(.outOfReach(at: now), attempts, of: delivery)
        try deliveries.set(delivery, .failed, nextAttempt: nil, endedAt: now, attempts: 1)
        state.noteEnd(now)
        added += 1
    }

    /// Whether a webhook asks for an event as it is now.
    func isWanted(_ event: Int64, by subscriber: OutboxState.Subscriber) throws -> Bool {
        guard let note = try events.note(event), let list = note.list else { return true }
        return subscriber.webhook.wants(note.type, of: list)
    }

    /// Lets a pending delivery fail.
    func fail(_ delivery: Int64, now: Int64) throws {
        try deliveries.set(delivery, .failed, nextAttempt: nil, endedAt: now, attempts: 0)
        state.noteEnd(now)
    }
}
