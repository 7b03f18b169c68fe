import Foundations
import Lists
import Ports
import Synchronization

extension ConformanceCheck {
    static let fanningOut = [
        ConformanceCheck("makes a delivery of each event for each webhook that wants it, in the order of events") { store in
            let (a, b) = (try listID("a-1"), try listID("b"))
            var named = webhook("named", [.itemSelected, .listDeleted])
            named.lists = [NamePattern("a-*")]
            try store.register(named)
            let all = try store.register(webhook("all"))
            let disabled = try store.register(webhook("disabled", [.itemAction], health: .disabled))
            for list in [a, b] {
                try store.put(.counting(1), into: list)
                try store.put(.counting(2), into: list)
                try store.put(.counting(2), into: list)
                try store.select(in: list)
                try store.select(in: list, type: .itemAction)
                try store.delete(list)
            }
            let types: [EventType] = [.listCreated, .listChanged, .itemSelected, .itemAction, .listDeleted]
            try expectEqual(store.sentEvents(named.id), ["item.selected a-1", "list.deleted a-1"], "one list")
            try expectEqual(store.sentEvents(all.id), ["a-1", "b"].flatMap { id in types.map { "\($0.rawValue) \(id)" } }, "everything")
            let failed = try store.allDeliveries(to: disabled.id)
            try expectEqual(failed.map(\.status), [.failed, .failed], "what a disabled webhook missed")
            try expectEqual(failed.map(\.nextAttemptAt), [nil, nil], "next attempts of what it missed")
            let made = try store.allDeliveries(to: all.id)
            try expectEqual(made.map(\.event), Array((1...10).reversed()), "the events' numbers")
            try expect(made.allSatisfy { $0.status == .pending && $0.attempts.isEmpty && $0.nextAttemptAt == $0.createdAt }, "not all due")
            try expectEqual(Set(made.map(\.id)).count, 10, "ids")
            try expectEqual(store.backlog().pending, 12, "pending deliveries")
            try expectEqual(store.backlog().oldest, made.last?.createdAt, "the oldest")
        },
        ConformanceCheck("keeps what each event is to say, the same id in all its deliveries, and times that do not go back") { store in
            let id = try listID("l")
            let hooks = try ["x", "y"].map { try store.register(webhook($0)) }
            try store.replaceAndWait(id, with: .draft(ListModel.counting(60).draft))
            let made = try store.snapshot(of: id, at: nil)
            try store.put(.counting(3), into: id)
            try store.select(in: id, "t")
            try store.delete(id)
            let deliveries = try hooks.map { try Array(store.allDeliveries(to: $0.id).reversed()) }
            try expectEqual(deliveries[0].map(\.eventID), deliveries[1].map(\.eventID), "ids of events")
            let events = try deliveries[0].map { try unwrap(store.event($0.event), "event \($0.event)") }
            try expectEqual(events.map(\.id), deliveries[0].map(\.eventID), "ids")
            try expectEqual(events.map(\.type), [.listCreated, .listChanged, .itemSelected, .listDeleted], "types")
            try expectEqual(events.map(\.list), [id, id, id, id], "lists")
            try expectEqual(events.map(\.version), [1, 2, nil, 3], "versions")
            let data = [describe(made), nil, Array("{\"sequence\":1,\"text\":\"t\"}".utf8), Array("{\"list\":\"l\",\"version\":3}".utf8)]
            try expectEqual(events.map(\.data), data, "data")
            try expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time && $0.number < $1.number }, "events go back")
            try expectEqual(store.event(99), nil, "an event that is not there")
        },
        ConformanceCheck("distinguishes the making of a list from its changes and its end in one burst of writes") { store in
            let id = try listID("l")
            let hook = try store.register(webhook("w"))
            for _ in 1...3 {
                for count in 1...3 {
                    store.write(
                        id,
                        { transaction in
                            let edit = try transaction.edit()
                            try edit.replace(with: ListModel.counting(count).draft)
                            try transaction.commit(edit)
                        }, completion: { _ in })
                }
                store.write(id, { try $0.delete() }, completion: { _ in })
            }
            // Behind all of them.
            _ = try store.now()
            let events = ["list.created l", "list.changed l", "list.changed l", "list.deleted l"]
            try expectEqual(store.sentEvents(hook.id), events + events + events, "events")
        },
        ConformanceCheck("gives a webhook what happens after its registration, and what it wants when that happens") { store in
            let id = try listID("l")
            try store.put(.counting(1), into: id)
            try store.select(in: id)
            let first = try store.register(webhook("first", [.itemSelected]))
            try store.select(in: id)
            let second = try store.register(webhook("second", [.itemSelected]))
            try store.select(in: id)
            try expectEqual(store.allDeliveries(to: first.id).count, 2, "deliveries to the first")
            try expectEqual(store.allDeliveries(to: second.id).count, 1, "deliveries to the second")
            try store.put(.counting(2), into: id)
            for hook in [first, second] { try store.writeWebhooksAndWait { try $0.deleteWebhook(hook.id) } }
            for _ in 1...20 { try store.select(in: id) }
            let third = try store.register(webhook("third"))
            try store.put(.counting(3), into: id)
            try expectEqual(store.sentEvents(third.id), ["list.changed l"], "the events of the third")
            var changed = third
            changed.events = [.itemAction]
            try store.writeWebhooksAndWait { [changed] in try $0.update(changed) }
            try store.put(.counting(4), into: id)
            try store.select(in: id, type: .itemAction)
            try expectEqual(store.sentEvents(third.id), ["list.changed l", "item.action l"], "the events of the third after its change")
        },
        ConformanceCheck("notifies its observer which webhooks have something new to be sent, or have changed") { store in
            let id = try listID("l")
            let counter = WakeCounter()
            store.onOutboxChange { change in
                counter.count.withLock { $0 += 1 }
                counter.last.withLock { $0 = change }
            }
            func wakes(_ what: String, _ wanted: Bool, _ body: () throws -> Void) throws {
                let before = counter.count.withLock { $0 }
                try body()
                try expectEqual(counter.count.withLock { $0 } > before, wanted, "woken by \(what)")
            }
            try wakes("a list without a webhook", false) { try store.put(.counting(1), into: id) }
            try wakes("an interaction without a webhook", false) { try store.select(in: id) }
            try wakes("a webhook", true) { try store.register(webhook("w", [.itemSelected])) }
            try wakes("a change that nobody wants", false) { try store.put(.counting(2), into: id) }
            try store.register(webhook("other", [.listDeleted]))
            try store.register(webhook("disabled", health: .disabled))
            try wakes("an interaction", true) { try store.select(in: id) }
            var due = OutboxChange()
            due.deliveries = [Identifier(verbatim: "w")]
            try expectEqual(counter.last.withLock { $0 }, due, "what an interaction changes")
            try wakes("a change of the webhook", true) { try store.writeWebhooksAndWait { try $0.update(webhook("w", [.itemSelected])) } }
            try wakes("a test", true) { _ = try store.writeWebhooksAndWait { try $0.addTest(to: Identifier(verbatim: "w")) } }
            try wakes("a read", false) { _ = try store.writeWebhooksAndWait { try $0.webhooks() } }
            try wakes("the end of the webhook", true) {
                try store.writeWebhooksAndWait { try $0.deleteWebhook(Identifier(verbatim: "w")) }
            }
        },
    ]
}

/// How often the observer was called, and with what the last time.
private final class WakeCounter: Sendable {
    let count = Mutex(0)
    let last = Mutex(OutboxChange())
}

extension WebhookStore {
    /// What events a webhook has deliveries of, the oldest first: types and lists.
    func sentEvents(_ webhook: Identifier) throws -> [String] {
        try allDeliveries(to: webhook).reversed().map { "\($0.type.rawValue) \(try event($0.event)?.list?.text ?? "-")" }
    }
}
