public import Foundations
import Lists
public import Ports

/// The wanted properties of a webhook. Whether the URL may be called and the secret can sign is not checked.
public struct WebhookDraft: Sendable, Equatable {
    public var url = ""
    /// Each once; all when empty.
    public var events: [EventType] = []
    /// Each once; all when empty.
    public var lists: [NamePattern] = []
    public var description = ""
    public var isOrdered = false
    /// `nil` where the server is to make one.
    public var secret: String?

    init() {}

    /// The present properties of a webhook.
    init(_ webhook: Webhook) {
        url = webhook.url
        events = webhook.events
        lists = webhook.lists
        description = webhook.description
        isOrdered = webhook.isOrdered
    }
}
