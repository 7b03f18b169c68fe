/// What an attempt changes: of its delivery, and of the webhook's health.
public struct DeliveryOutcome: Sendable, Equatable {
    public let delivery: Int64
    public let webhook: Identifier
    public let attempt: DeliveryAttempt
    public let status: Delivery.Status
    /// When the next attempt is due; `nil` unless the delivery is pending.
    public let nextAttemptAt: Int64?
    public let health: WebhookHealth

    public init(
        delivery: Int64, webhook: Identifier, attempt: DeliveryAttempt, status: Delivery.Status, nextAttemptAt: Int64?,
        health: WebhookHealth
    ) {
        self.delivery = delivery
        self.webhook = webhook
        self.attempt = attempt
        self.status = status
        self.nextAttemptAt = nextAttemptAt
        self.health = health
    }
}
