public import Foundations
public import Lists

/// A URL that is subscribed to events: which ones, what signs them, and how deliveries go.
public struct Webhook: Sendable, Equatable {
    public let id: Identifier
    /// Milliseconds since 1970, UTC.
    public let createdAt: Int64
    /// The name of the token that made it; `nil` where none was asked for.
    public let author: String?
    public var url: String
    /// The events that it is subscribed to; all when empty.
    public var events: [EventType]
    /// The lists that it is subscribed to, by their ids; all when empty.
    public var lists: [NamePattern]
    public var description: String
    /// Whether events go out one at a time, in the order of their numbers.
    public var isOrdered: Bool
    /// The secrets that sign, the newest first. At least one has no end.
    public var secrets: [SealedSecret]
    public var health: WebhookHealth

    public init(
        id: Identifier, createdAt: Int64, author: String? = nil, url: String, events: [EventType] = [], lists: [NamePattern] = [],
        description: String = "",
        isOrdered: Bool = false, secrets: [SealedSecret] = [], health: WebhookHealth = WebhookHealth()
    ) {
        self.id = id
        self.createdAt = createdAt
        self.author = author
        self.url = url
        self.events = events
        self.lists = lists
        self.description = description
        self.isOrdered = isOrdered
        self.secrets = secrets
        self.health = health
    }

    /// Whether it is subscribed to an event.
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

/// A signing secret as a store keeps it: sealed, so that a reader of the store alone learns nothing of it.
public struct SealedSecret: Sendable, Equatable {
    public let sealed: [UInt8]
    /// When it stops signing: milliseconds since 1970, UTC; `nil` for the one in use.
    public var expiresAt: Int64?

    public init(sealed: [UInt8], expiresAt: Int64? = nil) {
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}
