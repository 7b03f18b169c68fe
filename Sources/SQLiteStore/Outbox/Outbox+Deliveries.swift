import Lists
import Ports

/// What makes, changes and ends deliveries.
extension Outbox {
    /// Events that are looked at together.
    private static let stretch = 256

    /// Makes a delivery of an event.
    ///
    /// - Returns: Its id.
    @discardableResult
    func deliver(
        _ event: Int64, to subscriber: OutboxState.Subscriber, now: Int64, identifiers: any IdentifierSource
    ) throws -> Identifier {
        let isFailed = subscriber.webhook.health.status == .disabled
        let id = identifiers.next()
        state.journal.delivery += 1
        try deliveries.insert(
            state.journal.delivery, id: id, webhook: subscriber.number, event: event, isFailed: isFailed, now: now)
        if isFailed { state.noteEnd(now) }
        added += 1
        return id
    }

    /// Makes the deliveries of the next events, of about `limit` rows.
    ///
    /// - Returns: Whether there are more events.
    func fanOut(limit: Int, now: Int64, identifiers: any IdentifierSource) throws -> Bool {
        guard !state.subscribers.isEmpty else { return false }
        var budget = limit
        while budget > 0, state.journal.fanned < state.journal.event {
            let notes = try events.notes(after: state.journal.fanned, limit: Int64(min(budget, Self.stretch)))
            // What is not there any more was of no use to anybody.
            if notes.isEmpty { state.journal.fanned = state.journal.event }
            for note in notes where budget > 0 {
                budget -= try 1 + fanOut(note, now: now, identifiers: identifiers)
                state.journal.fanned = note.number
            }
        }
        return state.journal.fanned < state.journal.event
    }

    /// - Returns: How many deliveries were made.
    private func fanOut(_ note: EventTable.Note, now: Int64, identifiers: any IdentifierSource) throws -> Int {
        guard let list = note.list else { return 0 }
        var count = 0
        for subscriber in state.subscribers where subscriber.since < note.number && subscriber.webhook.wants(note.type, of: list) {
            try deliver(note.number, to: subscriber, now: now, identifiers: identifiers)
            count += 1
        }
        if count > 0 { change.insert(.deliveries) } else { try events.deleteUnused(note.number) }
        return count
    }

    /// Records an attempt.
    ///
    /// - Returns: The place of the webhook where its health has changed.
    func record(_ outcome: DeliveryOutcome, now: Int64) throws -> Int? {
        guard let place = state.place(of: outcome.webhook),
            let row = try deliveries.row(outcome.delivery, of: state.subscribers[place].number)
        else { return nil }
        if outcome.attempt.isOutOfReach, row.status != .pending { return nil }
        let old = state.subscribers[place].webhook.health
        let health = outcome.health(over: old, setAt: state.subscribers[place].healthSetAt)
        let (status, nextAttempt) = outcome.state(over: row.status, due: row.nextAttempt, isDisabled: health.status == .disabled)
        try deliveries.insert(outcome.attempt, of: row.number)
        let endedAt = status == .pending ? nil : row.endedAt ?? now
        try deliveries.set(row.number, status, nextAttempt: nextAttempt, endedAt: endedAt, attempts: 1)
        if let endedAt { state.noteEnd(endedAt) }
        added += 1
        if let data = outcome.data { try keep(data, of: row.event) }
        guard health != old else { return nil }
        state.subscribers[place].webhook.health = health
        return place
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
    func failOutOfReach(_ delivery: Int64, now: Int64) throws {
        try deliveries.insert(.outOfReach(at: now), of: delivery)
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
