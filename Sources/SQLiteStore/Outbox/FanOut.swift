import Lists
import Ports

/// The subscribers of an event, by their indexes.
struct FanOut {
    /// The webhooks that it is to be sent to.
    var members: [Int] = []
    /// The webhooks that want it and are disabled.
    var disabled: [Int] = []
    /// The recipient set of the members, once it is known.
    var recipients: Int64?

    var isEmpty: Bool { members.isEmpty && disabled.isEmpty }
}

/// A cache of events' subscribers, by type and list.
struct FanOutCache {
    private struct Topic: Hashable {
        let type: EventType
        let list: ListID
    }

    /// The most words of memory that are kept, about.
    private static let limit = 1 << 18
    /// The size of a topic beside its webhooks: so there are 4,096 topics at most.
    private static let topicSize = 64

    private var found: [Topic: FanOut] = [:]
    /// The ids of recipient sets' webhooks. There are few recipient sets, and many topics may have the same.
    private var ids: [Int64: Set<Identifier>] = [:]
    /// How many words all of this takes.
    private var size = 0
    /// The revision of the subscribers for whom the entries were found.
    private var revision: Int64 = -1

    /// Finds the subscribers of an event.
    mutating func find(_ type: EventType, of list: ListID, in state: OutboxState) -> FanOut {
        if revision != state.revision || size > Self.limit {
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
        }
        found[topic] = fanOut
        size += Self.topicSize + fanOut.members.count + fanOut.disabled.count
        return fanOut
    }

    /// Notes the recipient set of what was found.
    mutating func note(_ recipients: Int64, for type: EventType, of list: ListID) {
        found[Topic(type: type, list: list)]?.recipients = recipients
    }

    /// The ids of the webhooks of what was found.
    mutating func ids(of recipients: Int64, _ fanOut: FanOut, in state: OutboxState) -> Set<Identifier> {
        if let ids = ids[recipients] { return ids }
        let made = Set(fanOut.members.lazy.map { state.subscribers[$0].webhook.id })
        ids[recipients] = made
        return made
    }

    /// Forgets all of it.
    mutating func clear() {
        found = [:]
        ids = [:]
        size = 0
    }
}
