public import Lists

/// Where webhooks, events and deliveries live: the port of the outbox.
///
/// Events come from ``ListStore`` writes, in their transactions: interactions always, the others where some webhook wants them. From there
/// ``WebhookTransaction/fanOut(limit:)`` makes deliveries, so that a write costs the same whether one webhook or a hundred want to hear of it.
/// Reads may be called from any thread and see only committed state.
public protocol WebhookStore: Sendable {
    /// All webhooks, the oldest first.
    func webhooks() throws -> [Webhook]
    func webhook(_ id: Identifier) throws -> Webhook?

    /// Deliveries to a webhook, the newest first.
    ///
    /// - Parameters:
    ///   - status: `nil` for all.
    ///   - after: The delivery that the page comes behind; `nil` for the newest.
    /// - Returns: At most `limit`; `nil` where `after` is no delivery to that webhook.
    func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]?
    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery?

    /// What is to be sent to a webhook now, nothing where it is disabled: of an ordered one its pending deliveries by their event numbers, up to
    /// the first that is not due; of any other those that are due, the longest due first. What is sent and not recorded is still due.
    ///
    /// Of an event about a version a delivery is handed out only once every reader of ``ListStore`` can see that version.
    func dueDeliveries(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> [Delivery]
    /// When something will next be due at a webhook that is not due at `now`: milliseconds since 1970, UTC. Of an ordered one only its turn
    /// counts, the pending delivery with the lowest event number. `nil` where it is disabled, or not there.
    func nextAttempt(to webhook: Identifier, isOrdered: Bool, after now: Int64) throws -> Int64?

    /// An event by its number, with the data that an attempt has left (``DeliveryOutcome/data``); `nil` once it is deleted.
    func event(_ number: Int64) throws -> Event?

    /// Deliveries that are pending now.
    func backlog() throws -> DeliveryBacklog

    /// Sets who is told of changes, from any thread, after the commit and before the write is answered. It returns at once. Only one is told: the
    /// last that was set.
    func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void)

    /// Runs `work` on the store's writer. What it changed is durable before `completion` is called with its result, and is undone if it
    /// throws; otherwise as ``ListStore/write(_:_:completion:)``.
    func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    )
}
