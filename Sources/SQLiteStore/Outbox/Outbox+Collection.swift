import Lists
import Ports

/// Deletes events and deliveries that are no longer kept, a few in every batch.
///
/// An event goes with the last delivery of it, or when the collection cursor passes it. The cursor moves along the events, and waits at an
/// interaction that can still be read back.
extension Outbox {
    /// About how many rows a batch deletes that adds none.
    private static let stepRows = 256

    /// Deletes deliveries that ended long ago and those of deleted webhooks, and events that nothing needs any more: a little, and at least twice
    /// what was added since the last time.
    func collect(now: Int64) throws {
        var budget = max(Self.stepRows, 2 * added)
        added = 0
        guard !state.ended.isEmpty || state.oldestEnd != nil || state.collectionCursor != nil else {
            hasGarbage = false
            return
        }
        while budget > 0, let webhook = state.ended.first { budget -= try sweep(webhook, limit: budget) }
        let end = policy.deliveryEnd(now: now)
        while budget > 0, isOver(state.oldestEnd, end) { budget -= try sweepEnded(upTo: end, limit: budget) }
        let oldest = policy.interactionEnd(now: now)
        // The clock was in the future when it was made.
        if let event = state.collectionCursor, event.time > now {
            state.collectionCursor = try events.collectionCursor(after: event.number - 1, now: now)
        }
        while budget > 0, let event = state.collectionCursor, isPassable(event, oldest) {
            try retire(event)
            state.collectionCursor = try events.collectionCursor(after: event.number, now: now)
            budget -= 1
        }
        hasGarbage = !state.ended.isEmpty || isOver(state.oldestEnd, end) || state.collectionCursor.map { isPassable($0, oldest) } ?? false
    }

    private func isOver(_ time: Int64?, _ end: Int64) -> Bool { time.map { $0 <= end } ?? false }

    private func isPassable(_ event: OutboxState.CollectionCursor, _ oldest: Int64) -> Bool {
        !event.isInteraction || event.time <= oldest
    }

    /// Deletes some deliveries of a deleted webhook, and its row with the last.
    private func sweep(_ webhook: Int64, limit: Int) throws -> Int {
        let rows = try deliveries.rows(of: webhook, limit: limit)
        for row in rows { try delete(row) }
        guard rows.count < limit else { return rows.count }
        let events = try implied(to: webhook, upTo: state.counter.event, limit: limit - rows.count).map(\.number.event)
        if let last = events.last { try moveCursor(of: webhook, to: last) }
        for event in events { try deleteUnused(event) }
        if rows.count + events.count < limit {
            try webhooks.delete(webhook)
            try recipientSets.remove(webhook)
            for (number, recipients) in state.recipientSets where recipients.members.contains(webhook) {
                let left = recipients.members.filter { $0 != webhook }
                state.recipientSets[number] = left.isEmpty ? nil : OutboxState.RecipientSet(members: left, lastEvent: recipients.lastEvent)
            }
            state.cursors[webhook] = nil
            state.ended.removeFirst()
        }
        return rows.count + events.count + 1
    }

    private func sweepEnded(upTo end: Int64, limit: Int) throws -> Int {
        let rows = try deliveries.rows(endedUpTo: end, limit: limit)
        var made = 0
        // Without its row a delivery behind the cursor would be one that nobody has tried.
        for (webhook, last) in lastEvents(of: rows) where made < limit {
            made += try makeRows(of: webhook, upTo: last, limit: limit - made).count
        }
        for row in rows where state.cursors[row.webhook].map({ row.event <= $0 }) ?? true { try delete(row) }
        state.oldestEnd = try deliveries.oldestEnd()
        return rows.count + made + 1
    }

    /// The last events of deliveries behind the fan-out cursors, by webhook.
    private func lastEvents(of rows: [DeliveryRow]) -> [Int64: Int64] {
        var events: [Int64: Int64] = [:]
        for row in rows {
            guard let cursor = state.cursors[row.webhook], cursor < row.event else { continue }
            events[row.webhook] = max(events[row.webhook] ?? 0, row.event)
        }
        return events
    }

    /// Deletes an event, or what makes it an interaction where it has deliveries.
    private func retire(_ event: OutboxState.CollectionCursor) throws {
        if event.isInteraction { try events.hideInteraction(event.number) }
        try deleteUnused(event.number)
    }

    /// Deletes an event that is kept for nothing but deliveries, unless it has one.
    private func deleteUnused(_ event: Int64) throws {
        guard let recipients = try events.recipients(ofUnused: event), !isImplied(event, recipients: recipients) else { return }
        try events.delete(event)
        guard state.keptData.count > 0 else { return }
        try state.keptData.subtract(eventData.deleteUnused(event))
    }

    private func delete(_ row: DeliveryRow) throws {
        try deliveries.delete(row.number)
        try deleteUnused(row.event)
    }
}
