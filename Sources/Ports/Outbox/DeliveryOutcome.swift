public import Lists

/// The changes that an attempt makes to its delivery and to the webhook's health.
public struct DeliveryOutcome: Sendable, Equatable {
    public let delivery: Int64
    public let webhook: Identifier
    public let attempt: DeliveryAttempt
    public let status: Delivery.Status
    /// When the next attempt is due; `nil` unless the delivery is pending.
    public let nextAttemptAt: Int64?
    public let health: WebhookHealth
    /// The data that was sent and did not arrive, kept so that the next attempt sends the same; `nil` where the event has its data.
    public var data: [UInt8]?

    public init(
        delivery: Int64, webhook: Identifier, attempt: DeliveryAttempt, status: Delivery.Status, nextAttemptAt: Int64?,
        health: WebhookHealth, data: [UInt8]? = nil
    ) {
        self.delivery = delivery
        self.webhook = webhook
        self.attempt = attempt
        self.status = status
        self.nextAttemptAt = nextAttemptAt
        self.health = health
        self.data = data
    }

    /// The end of a delivery that is not sent: it fails, and that is nothing against the receiver.
    ///
    /// - Parameters:
    ///   - attempt: Says why.
    ///   - health: The webhook's, after all attempts before.
    public static func unsent(_ delivery: Delivery, _ attempt: DeliveryAttempt, health: WebhookHealth) -> DeliveryOutcome {
        DeliveryOutcome(
            delivery: delivery.number, webhook: delivery.webhook, attempt: attempt, status: .failed, nextAttemptAt: nil, health: health)
    }
}
