import Lists
import Ports
import Synchronization

/// The webhooks and the last event of the newest commit, for any thread: who asks for them runs no statement.
final class WebhookRegistry: Sendable {
    private struct Content {
        var subscribers: [OutboxState.Subscriber]
        var lastEvent: Int64
    }

    private let content: Mutex<Content>

    init(_ state: OutboxState) {
        content = Mutex(Content(subscribers: state.subscribers, lastEvent: state.counter.event))
    }

    /// Shows a state that is committed, and whose versions every reader can see.
    func publish(_ state: OutboxState) {
        let new = Content(subscribers: state.subscribers, lastEvent: state.counter.event)
        // The replaced value is released outside the lock.
        let old = content.withLock { content in
            defer { content = new }
            return content
        }
        _ = consume old
    }

    /// In the order of their registration.
    var webhooks: [Webhook] { content.withLock { $0.subscribers }.map(\.webhook) }

    func webhook(_ id: Identifier) -> Webhook? { find(id).subscriber?.webhook }

    /// A webhook, with the last event whose version every reader can see.
    func find(_ id: Identifier) -> (subscriber: OutboxState.Subscriber?, lastEvent: Int64) {
        let content = content.withLock { $0 }
        return (content.subscribers.first { $0.webhook.id == id }, content.lastEvent)
    }
}
