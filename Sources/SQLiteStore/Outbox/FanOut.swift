import Lists
import Ports

/// Who gets an event, by the indexes of subscribers.
struct FanOut {
    /// The webhooks that it is to be sent to.
    var members: [Int] = []
    /// Their ids.
    var ids: Set<Identifier> = []
    /// The webhooks that want it and are disabled.
    var disabled: [Int] = []
    /// The audience of the members, once it is known.
    var audience: Int64?

    var isEmpty: Bool { members.isEmpty && disabled.isEmpty }
}

/// Who gets events, as it was found out once for each type and list.
struct FanOutCache {
    private struct Topic: Hashable {
        let type: EventType
        let list: ListID
    }

    /// The most that are kept.
    private static let limit = 4096

    private var found: [Topic: FanOut] = [:]
    /// That of the subscribers for whom these were found.
    private var revision: Int64 = -1

    /// Who gets an event.
    mutating func find(_ type: EventType, of list: ListID, in state: OutboxState) -> FanOut {
        if revision != state.revision || found.count > Self.limit {
            clear()
            revision = state.revision
        }
        let topic = Topic(type: type, list: list)
        if let fanOut = found[topic] { return fanOut }
        var fanOut = FanOut()
        for (index, subscriber) in state.subscribers.enumerated() where subscriber.webhook.wants(type, of: list) {
            guard subscriber.webhook.health.status != .disabled else {
                fanOut.disabled.append(index)
                continue
            }
            fanOut.members.append(index)
            fanOut.ids.insert(subscriber.webhook.id)
        }
        found[topic] = fanOut
        return fanOut
    }

    /// Notes the audience of what was found.
    mutating func note(_ audience: Int64, for type: EventType, of list: ListID) {
        found[Topic(type: type, list: list)]?.audience = audience
    }

    /// Forgets all of it.
    mutating func clear() { found = [:] }
}
