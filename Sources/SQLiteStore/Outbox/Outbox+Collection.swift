import Lists
import Ports

/// What deletes what is no longer kept, a little in every batch.
///
/// An event goes with the last delivery of it, or when the collection cursor passes it. The cursor moves along the journal, and waits at an
/// interaction that can still be read back.
extension Outbox {
    /// About how many rows a batch deletes that adds none.
    private static let stepRows = 256

    /// Deletes deliveries that ended long ago and those of deleted webhooks, and events that nothing needs any more: a little, and at least twice
    /// what was added since the last time.
    func collect(now: Int64) throws {
        var budget = max(Self.stepRows, 2 * added)
        added = 0
        while budget > 0, let webhook = state.ended.first { budget -= try sweep(webhook, limit: budget) }
        let end = policy.deliveryEnd(now: now)
        while budget > 0, isOver(state.oldestEnd, end) { budget -= try sweepEnded(upTo: end, limit: budget) }
        let oldest = policy.interactionEnd(now: now)
        while budget > 0, let event = state.collectionCursor, isPassable(event, oldest) {
            try events.retire(event)
            state.collectionCursor = try events.collectionCursor(after: event.number)
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
        if rows.count < limit {
            try webhooks.delete(webhook)
            state.ended.removeFirst()
        }
        return rows.count + 1
    }

    private func sweepEnded(upTo end: Int64, limit: Int) throws -> Int {
        let rows = try deliveries.rows(endedUpTo: end, limit: limit)
        for row in rows { try delete(row) }
        state.oldestEnd = try deliveries.oldestEnd()
        return rows.count + 1
    }

    private func delete(_ row: DeliveryRow) throws {
        try deliveries.delete(row.number)
        try events.deleteUnused(row.event)
        guard state.keptData.count > 0 else { return }
        try state.keptData.subtract(eventData.deleteUnused(row.event))
    }
}
