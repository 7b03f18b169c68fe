import Lists
import Ports

/// Takes over what another store of a log has written.
extension Outbox {
    /// Reads again what an entry has changed. Nothing of a batch of one's own is under way.
    ///
    /// - Parameters:
    ///   - targets: The tables that it has written to, with the first column of an `UPDATE` behind them.
    ///   - lists: Those with new interactions.
    func takeOver(_ targets: Set<String>, interactions lists: [ListID], now: Int64) throws {
        func hasWritten(_ table: String) -> Bool { targets.contains { $0 == table || $0.hasPrefix(table + ".") } }
        events.forget(lists)
        if hasWritten("event_counter") { state.counter = try EventCounter.read(readCounter) }
        if hasWritten("webhook") { state.cursors = try webhooks.cursors() }
        if hasWritten("recipient_set") || hasWritten("webhook_secret") || !targets.isDisjoint(with: Self.webhookTargets) {
            state.subscribers = try webhooks.subscribers()
            state.ended = try webhooks.ended()
            state.recipientSets = try recipientSets.recipientSets()
            fanOuts.clear()
        }
        if hasWritten("event") {
            for number in state.recipientSets.keys { state.recipientSets[number]?.lastEvent = try recipientSets.lastEvent(of: number) }
            state.collectionCursor = try events.collectionCursor(after: (state.collectionCursor?.number ?? 1) - 1, now: now)
        }
        if hasWritten("delivery") { state.oldestEnd = try deliveries.oldestEnd() }
        if hasWritten("event_data") { state.keptData = try eventData.size() }
    }

    /// Writes to webhooks, but for those of their cursors.
    private static let webhookTargets: Set = ["webhook", "webhook.url", "webhook.status", "webhook.deleted"]
}
