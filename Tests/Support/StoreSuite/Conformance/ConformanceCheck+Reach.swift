import Foundations
import Lists
import Ports

extension ConformanceCheck {
    static let reach = [
        ConformanceCheck("lets deliveries fail that a webhook no longer asks for, and sends none of them again") { store in
            let (wide, lists) = (webhook("w"), try ["pub", "priv"].map { try listID($0) })
            try store.register(wide)
            for list in lists { for count in 1...2 { try store.put(.counting(count), into: list) } }
            let test = try store.writeWebhooksAndWait { try $0.addTest(to: wide.id) }
            let now = try store.now()
            try expectEqual(store.allDeliveries(to: wide.id).map(\.list), [nil, lists[1], lists[1], lists[0], lists[0]], "lists")
            try store.record(store.allDeliveries(to: wide.id).filter { $0.event == 4 }.map { outcome($0, 500, at: now) })

            var narrow = wide
            narrow.lists = [NamePattern("pub*")]
            try store.writeWebhooksAndWait { [narrow] in try $0.update(narrow) }
            var after: Int64? = 0
            var steps = 0
            while let start = after {
                after = try store.writeWebhooksAndWait { try $0.failUnwanted(of: wide.id, after: start, limit: 2) }
                steps += 1
            }
            try expectEqual(steps, 3, "steps of two over four that are pending")
            func states() throws -> [String] {
                try store.allDeliveries(to: wide.id).reversed().map { "\($0.status) \($0.attempts.compactMap(\.error))" }
            }
            let (open, failed, lost) = ("pending []", "failed [\"\u{E9}\"]", "failed [\"out of reach\"]")
            try expectEqual(states(), [open, open, lost, failed, open], "once narrowed")
            try expectEqual(store.webhook(wide.id)?.health, narrow.health, "the health")

            let all = try store.allDeliveries(to: wide.id).reversed().map(\.self)
            func retry(_ place: Int) throws { try store.writeWebhooksAndWait { _ = try $0.retry(all[place].id, to: wide.id) } }
            for place in [0, 2, 2, 3, 3, 4] { try retry(place) }
            try expectEqual(states(), [open, open, lost, "failed [\"\u{E9}\", \"out of reach\"]", open], "retried by hand")
            try store.record([.unsent(all[2], .outOfReach(at: now), health: narrow.health)])
            try expectEqual(store.delivery(all[2].id, to: wide.id)?.attempts.count, 1, "attempts of one that has failed so before")
            try store.record([.unsent(all[1], .outOfReach(at: now), health: narrow.health), outcome(all[0], 500, at: now + 3_600_000)])
            try expectEqual(store.delivery(all[1].id, to: wide.id)?.status, .failed, "one that was not sent")

            func replay(_ isMeant: @escaping @Sendable (ListID?) -> Bool) throws -> Int {
                try store.writeWebhooksAndWait {
                    try $0.replay(to: wide.id, since: 0, until: .max, after: 0, limit: 9, isMeant: isMeant).count
                }
            }
            try expectEqual(replay { _ in false }, 0, "a replay of nothing that is meant")
            try expectEqual(replay { _ in true }, 2, "a replay of what it asks for")
            try store.writeWebhooksAndWait { try $0.update(wide) }
            try expectEqual(replay { $0 == lists[1] }, 2, "a replay of what is meant, once it asks for all again")
            try expectEqual(store.delivery(test.id, to: wide.id)?.status, .pending, "the test")
        },
        ConformanceCheck("keeps the data of an attempt that failed, where the event has none of its own") { store in
            let (hook, created) = try store.oneDelivery()
            try store.put(.counting(2), into: listID("l"))
            let changed = try unwrap(store.allDeliveries(to: hook.id).first, "delivery")
            try expectEqual(store.event(changed.event)?.data, nil, "data before an attempt")
            let own = try store.event(created.event)?.data
            for data in [[1], [2, 2]] as [[UInt8]] {
                var outcomes = [
                    outcome(created, 500, at: created.createdAt, next: .max), outcome(changed, 500, at: changed.createdAt, next: .max),
                ]
                for index in outcomes.indices { outcomes[index].data = data }
                try store.record(outcomes)
            }
            try expectEqual(store.event(changed.event)?.data, [1], "data after two attempts")
            try expectEqual(store.event(created.event)?.data, own, "data of an event that has its own")
        },
    ]
}
