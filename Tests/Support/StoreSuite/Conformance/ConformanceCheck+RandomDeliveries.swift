import Foundations
import Lists
import Ports
import TestSupport

extension ConformanceCheck {
    static let randomDeliveries = [UInt64.random(in: .min ... .max), 7].map { seed in
        ConformanceCheck("agrees with plain arrays about deliveries after random events and attempts") { store in
            do {
                try deliversAsArrays(store, seed: seed)
            } catch {
                throw ConformanceFailure("seed \(seed): \(error)")
            }
        }
    }

    private static func deliversAsArrays(_ store: any ListStore & WebhookStore, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = OutboxModel()
        let lists = try ["a", "ab", "b"].map { try listID($0) }
        var serial = 0
        for step in 1...300 {
            let list = lists[Int(random.next() % 3)]
            let index = model.subscribers.isEmpty ? nil : Int(random.next() % UInt64(model.subscribers.count))
            let exists = try store.watch(list) != nil
            switch (random.next() % 20, index) {
            case (0...4, _):
                try store.put(.counting(step), into: list)
                model.add(exists ? .listChanged : .listCreated, list, now: try store.now())
            case (5...7, _) where exists:
                let type: EventType = random.next() % 2 == 0 ? .itemSelected : .itemAction
                try store.select(in: list, type: type)
                model.add(type, list, now: try store.now())
            case (8, _) where exists:
                try store.delete(list)
                model.add(.listDeleted, list, now: try store.now())
            case (9, _) where model.subscribers.count < 5:
                serial += 1
                let made = subscriber("w\(serial)", &random)
                model.subscribers.append(.init(webhook: try store.register(made)))
            case (10, let index?):
                var changed = subscriber(model.subscribers[index].webhook.id.text, &random)
                changed.health.status = random.next() % 3 == 0 ? .disabled : .active
                model.subscribers[index].webhook = changed
                try store.writeWebhooksAndWait { [changed] in try $0.update(changed) }
            case (11, let index?) where random.next() % 3 == 0:
                let id = model.subscribers.remove(at: index).webhook.id
                try store.writeWebhooksAndWait { try $0.deleteWebhook(id) }
            case (12...13, let index?): try retry(store, &model.subscribers[index], random.next())
            case (14...15, let index?):
                let id = model.subscribers[index].webhook.id
                var after: Int64? = 0
                while let start = after { after = try store.writeWebhooksAndWait { try $0.failUnwanted(of: id, after: start, limit: 3) } }
                model.failUnwanted(index)
            case (16..., let index?): try attempt(store, &model.subscribers[index], random.next())
            default: continue
            }
            try agree(store, model, "step \(step)")
        }
    }

    private static func subscriber(_ id: String, _ random: inout SeededGenerator) -> Webhook {
        var made = webhook(id, EventType.allCases.filter { _ in random.next() % 3 == 0 }, ordered: random.next() % 2 == 0)
        made.lists = [[], [NamePattern("a*")], [NamePattern("b"), NamePattern("*b")]][Int(random.next() % 3)]
        return made
    }

    /// Retries a delivery by hand.
    private static func retry(_ store: any WebhookStore, _ subscriber: inout OutboxModel.Subscriber, _ choice: UInt64) throws {
        guard !subscriber.letters.isEmpty else { return }
        let place = Int(choice % UInt64(subscriber.letters.count))
        let id = subscriber.webhook.id
        let delivery = try store.allDeliveries(to: id)[subscriber.letters.count - 1 - place]
        let due = try unwrap(store.writeWebhooksAndWait { try $0.retry(delivery.id, to: id) }, "delivery").nextAttemptAt
        guard subscriber.webhook.health.status != .disabled else { return }
        guard subscriber.wants(subscriber.letters[place]) else { return subscriber.failUnlessWanted(place) }
        subscriber.letters[place].status = .pending
        subscriber.letters[place].earlier = subscriber.letters[place].attempts
        subscriber.letters[place].due = due
    }

    /// Makes an attempt to send something that is due, or will be.
    private static func attempt(_ store: any WebhookStore, _ subscriber: inout OutboxModel.Subscriber, _ choice: UInt64) throws {
        let (id, now) = (subscriber.webhook.id, try store.now() + 3)
        let due = try store.due(to: id, isOrdered: subscriber.webhook.isOrdered, now: now, limit: 3).deliveries
        guard !due.isEmpty else { return }
        let delivery = due[Int(choice % UInt64(due.count))]
        guard let place = subscriber.letters.firstIndex(where: { $0.event == delivery.event }) else {
            throw ConformanceFailure("event \(delivery.event) is due at \(id), and is none of its")
        }
        let code = [200, 500, 404][Int(choice >> 8 % 3)]
        let next = code == 500 ? now + Int64(choice >> 16 % 5) : nil
        try store.record([outcome(delivery, code, at: now, next: next)])
        subscriber.letters[place].attempts += 1
        subscriber.letters[place].isOutOfReach = false
        subscriber.letters[place].status = code == 200 ? .delivered : next == nil ? .failed : .pending
        subscriber.letters[place].due = next
    }

    private static func agree(_ store: any ListStore & WebhookStore, _ model: OutboxModel, _ what: String) throws {
        try expectEqual(store.webhooks(), model.subscribers.map(\.webhook), "webhooks at \(what)")
        let now = try store.now()
        var pending = 0
        for (index, subscriber) in model.subscribers.enumerated() {
            let id = subscriber.webhook.id
            let found = try store.allDeliveries(to: id).reversed().map {
                OutboxModel.Letter(
                    event: $0.event, type: $0.type, list: $0.list, status: $0.status, attempts: $0.attempts.count,
                    earlier: $0.earlierAttempts, due: $0.nextAttemptAt, isOutOfReach: $0.attempts.last?.isOutOfReach ?? false)
            }
            try expectEqual(found, subscriber.letters, "deliveries to \(id) at \(what)")
            for time in [now, now + 2, now + 9] {
                let due = try store.due(to: id, isOrdered: subscriber.webhook.isOrdered, now: time, limit: 1_000).deliveries
                try expectEqual(due.map(\.event), model.due(index, now: time), "due at \(id) at \(what)")
            }
            pending += subscriber.letters.count { $0.status == .pending }
        }
        try expectEqual(store.backlog().pending, pending, "pending at \(what)")
    }
}
