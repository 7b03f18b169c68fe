public import Lists
public import NamePatterns

/// Somebody who wants to be told of events: a URL, what it wants to hear of, and how that goes.
public struct Webhook: Sendable, Equatable {
    public let id: Identifier
    /// Milliseconds since 1970, UTC.
    public let createdAt: Int64
    public var url: String
    /// What it wants to hear of; all when empty.
    public var events: [EventType]
    /// The lists that it wants to hear of, by their ids; all when empty.
    public var lists: [NamePattern]
    public var description: String
    /// Whether events go out one at a time, in the order of their numbers.
    public var isOrdered: Bool
    /// What signs, the newest first. At least one has no end.
    public var secrets: [SealedSecret]
    public var health: WebhookHealth

    public init(
        id: Identifier, createdAt: Int64, url: String, events: [EventType] = [], lists: [NamePattern] = [], description: String = "",
        isOrdered: Bool = false, secrets: [SealedSecret] = [], health: WebhookHealth = WebhookHealth()
    ) {
        self.id = id
        self.createdAt = createdAt
        self.url = url
        self.events = events
        self.lists = lists
        self.description = description
        self.isOrdered = isOrdered
        self.secrets = secrets
        self.health = health
    }

    /// Whether it wants to hear of an event.
    ///
    /// - Parameter list: The list that the event is about.
    public func wants(_ type: EventType, of list: ListID) -> Bool {
        (events.isEmpty || events.contains(type)) && (lists.isEmpty || lists.contains { $0.matches(list.text) })
    }

    /// Whether a delivery is one that it asks for as it is now; a test always is.
    public func wants(_ delivery: Delivery) -> Bool {
        delivery.list.map { wants(delivery.type, of: $0) } ?? true
    }
}
