import Lists

/// Events, webhooks and deliveries as plain arrays: what a store's are compared with.
struct OutboxModel {
    struct Event: Equatable {
        let number: Int64
        let type: EventType
        let list: ListID
    }

    struct Letter: Equatable {
        let event: Int64
        var status: Delivery.Status
        var attempts = 0
        var earlier = 0
        var due: Int64?
    }

    struct Subscriber {
        var webhook: Webhook
        let since: Int64
        var letters: [Letter] = []
    }

    var lastEvent: Int64 = 0
    var waiting: [Event] = []
    var subscribers: [Subscriber] = []

    /// Something happened.
    mutating func add(_ type: EventType, _ list: ListID) {
        guard type.isInteraction || subscribers.contains(where: { $0.webhook.wants(type, of: list) }) else { return }
        lastEvent += 1
        waiting.append(Event(number: lastEvent, type: type, list: list))
    }

    mutating func fanOut(now: Int64) {
        guard !subscribers.isEmpty else { return }
        for event in waiting {
            for index in subscribers.indices where subscribers[index].since < event.number {
                guard subscribers[index].webhook.wants(event.type, of: event.list) else { continue }
                let isDisabled = subscribers[index].webhook.health.status == .disabled
                let letter = Letter(event: event.number, status: isDisabled ? .failed : .pending, due: isDisabled ? nil : now)
                subscribers[index].letters.append(letter)
            }
        }
        waiting = []
    }

    /// What the store should hand out of a webhook's, in its order.
    func due(_ index: Int, now: Int64) -> [Int64] {
        let subscriber = subscribers[index]
        guard subscriber.webhook.health.status != .disabled else { return [] }
        let pending = subscriber.letters.filter { $0.status == .pending }
        if subscriber.webhook.isOrdered { return pending.prefix(1).filter { ($0.due ?? .max) <= now }.map(\.event) }
        let due = pending.filter { ($0.due ?? .max) <= now }
        return due.sorted { ($0.due ?? 0, $0.event) < ($1.due ?? 0, $1.event) }.map(\.event)
    }
}
