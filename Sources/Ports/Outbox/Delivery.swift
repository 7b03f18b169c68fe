public import Lists

/// One event on its way to one webhook.
public struct Delivery: Sendable, Equatable {
    public enum Status: String, Sendable, CaseIterable {
        case pending
        case delivered
        case failed
    }

    /// Counts deliveries in the order in which they were made.
    public let number: Int64
    public let id: Identifier
    public let webhook: Identifier
    /// The number, id and type of the event.
    public let event: Int64
    public let eventID: Identifier
    public let type: EventType
    /// The list that the event is about; `nil` for a ``EventType/webhookTest``.
    public let list: ListID?
    /// Milliseconds since 1970, UTC.
    public let createdAt: Int64
    public var status: Status
    /// All attempts so far, the first one first.
    public var attempts: [DeliveryAttempt]
    /// How many of the attempts belong to earlier rounds: each retry or replay by hand starts the schedule anew.
    public var earlierAttempts: Int
    /// When the next attempt is due: milliseconds since 1970, UTC; `nil` once it has ended.
    public var nextAttemptAt: Int64?

    public init(
        number: Int64, id: Identifier, webhook: Identifier, event: Int64, eventID: Identifier, type: EventType, list: ListID? = nil,
        createdAt: Int64, status: Status, attempts: [DeliveryAttempt] = [], earlierAttempts: Int = 0, nextAttemptAt: Int64? = nil
    ) {
        self.number = number
        self.id = id
        self.webhook = webhook
        self.event = event
        self.eventID = eventID
        self.type = type
        self.list = list
        self.createdAt = createdAt
        self.status = status
        self.attempts = attempts
        self.earlierAttempts = earlierAttempts
        self.nextAttemptAt = nextAttemptAt
    }
}
