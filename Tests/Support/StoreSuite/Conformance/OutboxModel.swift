import Lists
import Ports

/// Events, webhooks and deliveries as plain arrays: what a store's are compared with.
struct OutboxModel {
    struct Letter: Equatable {
        let event: Int64
        let type: EventType
        let list: ListID?
        var status: Delivery.Status
        var attempts = 0
        var earlier = 0
        var due: Int64?
        /// Whether the last attempt was none, since the webhook no longer asked for the event.
        var isOutOfReach = false
    }

    struct Subscriber {
        var webhook: Webhook
        var letters: [Letter] = []

        func wants(_ letter: Letter) -> Bool { letter.list.map { webhook.wants(letter.type, of: $0) } ?? true }

        /// Lets a delivery fail that the webhook no longer asks for.
        mutating func failUnlessWanted(_ place: Int) {
            guard !wants(letters[place]), letters[place].status == .pending || !letters[place].isOutOfReach else { return }
            letters[place].status = .failed
            letters[place].due = nil
            letters[place].attempts += 1
            letters[place].isOutOfReach = true
        }
    }

    var lastEvent: Int64 = 0
    var subscribers: [Subscriber] = []

    /// Something happened.
    mutating func add(_ type: EventType, _ list: ListID, now: Int64) {
        guard type.isInteraction || subscribers.contains(where: { $0.webhook.wants(type, of: list) }) else { return }
        lastEvent += 1
        for index in subscribers.indices where subscribers[index].webhook.wants(type, of: list) {
            let isDisabled = subscribers[index].webhook.health.status == .disabled
            subscribers[index].letters.append(
                Letter(
                    event: lastEvent, type: type, list: list, status: isDisabled ? .failed : .pending, due: isDisabled ? nil : now))
        }
    }

    /// Lets pending deliveries fail that a webhook is no longer to be sent.
    mutating func failUnwanted(_ index: Int) {
        for letter in subscribers[index].letters.indices where subscribers[index].letters[letter].status == .pending {
            if subscribers[index].webhook.health.status == .disabled {
                subscribers[index].letters[letter].status = .failed
                subscribers[index].letters[letter].due = nil
            } else {
                subscribers[index].failUnlessWanted(letter)
            }
        }
    }

    /// What the store should hand out of a webhook's, in its order.
    func due(_ index: Int, now: Int64) -> [Int64] {
        let subscriber = subscribers[index]
        guard subscriber.webhook.health.status != .disabled else { return [] }
        let pending = subscriber.letters.filter { $0.status == .pending }
        if subscriber.webhook.isOrdered { return pending.prefix { ($0.due ?? .max) <= now }.map(\.event) }
        let due = pending.filter { ($0.due ?? .max) <= now }
        return due.sorted { ($0.due ?? 0, $0.event) < ($1.due ?? 0, $1.event) }.map(\.event)
    }
}
