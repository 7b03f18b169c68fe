public import Lists

/// One write to webhooks and deliveries, as it runs on the store's writer.
///
/// Used on the writer's thread during the `work` of ``WebhookStore/writeWebhooks(_:completion:)`` and not kept. It sees what it has written.
public protocol WebhookTransaction: ResponseStoring {
    /// The time of this write: milliseconds since 1970, UTC.
    var now: Int64 { get }
    /// Whether other writes wait for this one to end: who writes much and is in no hurry makes room for them then.
    var othersWait: Bool { get }

    /// All webhooks, the oldest first.
    func webhooks() throws -> [Webhook]
    func webhook(_ id: Identifier) throws -> Webhook?
    /// Adds a webhook; it is subscribed from now on.
    func insert(_ webhook: Webhook) throws
    /// Replaces a webhook that is there. A webhook that becomes disabled sends nothing from now on; ``failUnwanted(of:after:limit:)`` lets
    /// its pending deliveries fail.
    func update(_ webhook: Webhook) throws
    /// Deletes a webhook; its deliveries are collected in the background.
    func deleteWebhook(_ id: Identifier) throws

    /// Makes a ``EventType/webhookTest`` and its delivery to a webhook that is there: due now, or failed where the webhook is disabled.
    func addTest(to webhook: Identifier) throws -> Delivery

    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery?
    /// Makes a delivery pending and due now, with a new round of attempts. If the webhook is disabled, nothing changes. A delivery that the
    /// webhook no longer asks for becomes failed, `out of reach`.
    ///
    /// - Returns: The delivery as it then is; `nil` where there is none.
    func retry(_ id: Identifier, to webhook: Identifier) throws -> Delivery?

    /// Makes failed deliveries of events from `since` on and before `until` pending, as ``retry(_:to:)`` does, by their numbers; those that the
    /// webhook no longer asks for are left as they are.
    ///
    /// - Parameters:
    ///   - after: The number of the delivery that was the last of the part before; 0 at first.
    ///   - limit: The most deliveries that one part looks at.
    ///   - isMeant: Whether a delivery of an event about that list is; a test's has none.
    /// - Returns: How many, and the number to go on behind; `nil` when that was the last part.
    func replay(
        to webhook: Identifier, since: Int64, until: Int64, after: Int64, limit: Int, isMeant: (ListID?) -> Bool
    ) throws -> (count: Int, next: Int64?)

    /// Records attempts, in the order in which they ended: each one's health is made from that of the one before.
    ///
    /// An event that has no data of its own keeps that of an outcome, within bounds of the store's own and as long as it is kept itself.
    ///
    /// Attempts of a webhook or delivery that is no longer there are dropped. A webhook keeps its health if ``update(_:)`` has set it since
    /// the attempt began, or if it is disabled. A delivery ended or retried by hand since then gets the attempt, and stays as it is unless
    /// the attempt delivered it. An attempt that is `out of reach` is dropped then. No delivery stays pending at a disabled webhook.
    func record(_ outcomes: [DeliveryOutcome]) throws

    /// Lets pending deliveries fail that a webhook is no longer to be sent, by their numbers: all of a disabled one, and of any other those that it
    /// no longer asks for, `out of reach`.
    ///
    /// - Parameters:
    ///   - after: The number of the delivery that was the last of the part before; 0 at first.
    ///   - limit: The most deliveries that are looked at.
    /// - Returns: The number to go on behind; `nil` when that was the last part.
    func failUnwanted(of webhook: Identifier, after: Int64, limit: Int) throws -> Int64?
}

extension WebhookTransaction {
    /// Nothing of it has the author of a request.
    public func attribute(to author: String?) {}
}
