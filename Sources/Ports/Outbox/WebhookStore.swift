public import Lists

/// The store of webhooks, events and deliveries: the port of the outbox.
///
/// Events come from ``ListStore`` writes, in their transactions: interactions always, other events if some webhook wants them. The same
/// transaction makes a delivery for each webhook that wants the event: due now, or failed if the webhook is disabled. Reads may be called
/// from any thread and see only committed state.
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

    /// Returns the deliveries to send to a webhook now; none if it is disabled, or not there. A delivery sent and not recorded is still
    /// due.
    ///
    /// A delivery of an event about a version is handed out only once every reader of ``ListStore`` can see that version.
    ///
    /// - Parameter limit: The most deliveries.
    func due(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> DueDeliveries

    /// An event by its number, with the data that an attempt has left (``DeliveryOutcome/data``); `nil` once it is deleted.
    func event(_ number: Int64) throws -> Event?

    /// Deliveries that are pending now.
    func backlog() throws -> DeliveryBacklog

    /// Sets the one observer of changes. The store calls it from any thread, after the commit and before the write is answered; it returns at once.
    func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void)

    /// Runs `work` on the store's writer. Its changes are durable before `completion` is called with its result, and are undone if it
    /// throws. Otherwise as ``ListStore/write(_:_:completion:)``.
    func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    )
}
