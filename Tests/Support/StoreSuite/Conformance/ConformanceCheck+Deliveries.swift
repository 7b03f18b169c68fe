import Lists
public import Ports

extension ConformanceCheck {
    static let deliveries = [
        ConformanceCheck("hands out what is due, and of an ordered webhook what is due before the first that is not") { store in
            let id = try listID("l")
            let (free, ordered) = (webhook("free"), webhook("ordered", ordered: true))
            for hook in [free, ordered] { try store.register(hook) }
            for count in 1...3 { try store.put(.counting(count), into: id) }
            let now = try store.now()
            func due(_ hook: Webhook, at time: Int64, limit: Int = 9) throws -> [Int64] {
                try store.due(to: hook.id, isOrdered: hook.isOrdered, now: time, limit: limit).deliveries.map(\.event)
            }
            try expectEqual(due(free, at: now), [1, 2, 3], "due")
            try expectEqual(due(free, at: now, limit: 2), [1, 2], "due, two at most")
            try expectEqual(due(ordered, at: now), [1, 2, 3], "due, in order")
            try expectEqual(due(ordered, at: now, limit: 2), [1, 2], "due, in order, two at most")
            try expectEqual(due(free, at: now - 1), [], "due before")
            for hook in [free, ordered] {
                let first = try unwrap(store.due(to: hook.id, isOrdered: true, now: now, limit: 1).deliveries.first, "delivery")
                try store.record([outcome(first, 500, at: now, next: now + 5_000)])
                func next(_ time: Int64) throws -> Int64? {
                    try store.due(to: hook.id, isOrdered: hook.isOrdered, now: time, limit: 9).nextAttempt
                }
                try expectEqual(next(now), now + 5_000, "the next attempt")
                try expectEqual(next(now + 5_000), nil, "none later")
            }
            try expectEqual(due(free, at: now + 4_999), [2, 3], "due while one waits")
            try expectEqual(due(ordered, at: now + 4_999), [], "due while the first waits")
            try expectEqual(due(free, at: now + 5_000), [2, 3, 1], "due again")
            try expectEqual(due(ordered, at: now + 5_000), [1, 2, 3], "due again, in order")
            let turn = try unwrap(store.due(to: ordered.id, isOrdered: true, now: now + 5_000, limit: 1).deliveries.first, "turn")
            try store.record([outcome(turn, 200, at: now + 5_000)])
            try expectEqual(due(ordered, at: now), [2, 3], "the next turn")
            let other = Identifier(verbatim: "nobody")
            try expectEqual(store.due(to: other, isOrdered: false, now: now, limit: 9), DueDeliveries(), "due to nobody")
        },
        ConformanceCheck("records attempts and what comes of them, and drops those of what is not there") { store in
            let (hook, pending) = try store.oneDelivery()
            let now = pending.createdAt
            let first = outcome(
                pending, nil, at: now, next: now + 9, health: WebhookHealth(status: .failing, reason: "no", failingSince: now))
            try store.record([
                first, outcome(pending, 200, at: now, webhook: "nobody"), outcome(pending, 200, at: now, number: 77),
            ])
            var wanted = pending
            wanted.attempts = [first.attempt]
            wanted.nextAttemptAt = now + 9
            try expectEqual(store.allDeliveries(to: hook.id), [wanted], "after a failure")
            try expectEqual(store.webhook(hook.id)?.health, first.health, "the health after a failure")
            let second = outcome(wanted, 204, at: now + 9)
            try store.record([second])
            wanted.attempts.append(second.attempt)
            wanted.status = .delivered
            wanted.nextAttemptAt = nil
            try expectEqual(store.delivery(pending.id, to: hook.id), wanted, "after a success")
            try expectEqual(store.webhook(hook.id)?.health, WebhookHealth(), "the health after a success")
            try expectEqual(store.backlog(), DeliveryBacklog(pending: 0, oldest: nil), "what is left")
            try expectEqual(store.delivery(pending.id, to: Identifier(verbatim: "nobody")), nil, "at another webhook")
        },
        ConformanceCheck("pages deliveries, the newest first, by status too") { store in
            let hook = try store.register(webhook("w"))
            for count in 1...9 { try store.put(.counting(count), into: listID("l")) }
            let all = try store.allDeliveries(to: hook.id, page: 100)
            try store.record(all.filter { $0.event % 3 > 0 }.map { outcome($0, $0.event % 3 == 1 ? 200 : 500, at: $0.createdAt) })
            for page in [1, 2, 4, 50] {
                try expectEqual(store.allDeliveries(to: hook.id, page: page).map(\.event), Array((1...9).reversed()), "all, by \(page)")
                let byStatus = try Delivery.Status.allCases.map {
                    try store.allDeliveries(to: hook.id, status: $0, page: page).map(\.event)
                }
                try expectEqual(byStatus, [[9, 6, 3], [7, 4, 1], [8, 5, 2]], "by status, by \(page)")
            }
            let unknown = try store.deliveries(to: hook.id, status: nil, after: Identifier(verbatim: "x"), limit: 3)
            try expectEqual(unknown, nil, "behind a delivery that is not there")
        },
        ConformanceCheck("retries with a new round of attempts, and replays what failed within a time") { store in
            let (hook, pending) = try store.oneDelivery()
            let now = pending.createdAt
            try store.record([outcome(pending, 500, at: now)])
            let retried = try unwrap(store.writeWebhooksAndWait { try $0.retry(pending.id, to: hook.id) }, "delivery")
            try expectEqual(retried.status, .pending, "the status of a retry")
            try expectEqual([retried.attempts.count, retried.earlierAttempts], [1, 1], "attempts and earlier ones")
            try expect((retried.nextAttemptAt ?? .max) <= (try store.now()), "a retry is not due")
            try store.record([outcome(retried, 500, at: retried.nextAttemptAt ?? 0)])
            try expectEqual(store.delivery(pending.id, to: hook.id)?.status, .failed, "after the new round")
            for _ in 1...6 { try store.select(in: listID("l")) }
            try store.record(store.allDeliveries(to: hook.id, status: .pending).map { outcome($0, $0.event % 2 == 0 ? 500 : 200, at: now) })
            let time = try unwrap(store.event(pending.event), "event").time
            func replay(_ since: Int64, _ until: Int64) throws -> Int {
                var count = 0
                var after: Int64? = 0
                while let start = after {
                    let part = try store.writeWebhooksAndWait { transaction -> [Int64?] in
                        let part = try transaction.replay(to: hook.id, since: since, until: until, after: start, limit: 2)
                        return [Int64(part.count), part.next]
                    }
                    count += Int(part[0] ?? 0)
                    after = part[1]
                }
                return count
            }
            try expectEqual(replay(.min, time), 0, "what failed before")
            try expectEqual(replay(time, .max), 4, "what failed since")
            try expectEqual(store.allDeliveries(to: hook.id, status: .pending).map(\.event), [6, 4, 2, 1], "pending again")
            try expectEqual(replay(.min, .max), 0, "what failed after that")
            try expectEqual(store.writeWebhooksAndWait { try $0.retry(Identifier(verbatim: "x"), to: hook.id) }, nil, "none")
        },
        ConformanceCheck("sends nothing to a disabled webhook, and lets its deliveries fail") { store in
            let (hook, pending) = try store.oneDelivery()
            for _ in 1...4 { try store.select(in: listID("l")) }
            let now = pending.createdAt
            var disabled = hook
            disabled.health = WebhookHealth(status: .disabled, reason: "gone")
            try store.writeWebhooksAndWait { [disabled] in try $0.update(disabled) }
            try expectEqual(store.due(to: hook.id, isOrdered: false, now: .max, limit: 9), DueDeliveries(), "due")
            try expectEqual(store.due(to: hook.id, isOrdered: false, now: 0, limit: 9), DueDeliveries(), "due long ago")
            try store.record([outcome(pending, 500, at: now, next: now + 5, health: WebhookHealth(status: .failing))])
            try expectEqual(store.delivery(pending.id, to: hook.id)?.status, .failed, "an attempt that was on its way")
            try expectEqual(store.webhook(hook.id)?.health, disabled.health, "its health")
            let third = try store.writeWebhooksAndWait { try $0.failUnwanted(of: hook.id, after: 0, limit: 3) }
            let last = try unwrap(third, "three of four leave none")
            let rest = try store.writeWebhooksAndWait { try $0.failUnwanted(of: hook.id, after: last, limit: 3) }
            try expectEqual(rest, nil, "one of one leaves more")
            try expectEqual(store.allDeliveries(to: hook.id).map(\.status), Array(repeating: .failed, count: 5), "deliveries")
            let test = try store.writeWebhooksAndWait { try $0.addTest(to: hook.id) }
            try expectEqual([test.type == .webhookTest, test.status == .failed, test.nextAttemptAt == nil], [true, true, true], "a test")
            let refused = try store.writeWebhooksAndWait { try $0.retry(test.id, to: hook.id) }
            try expectEqual(refused, test, "a retry")
            let replayed = try store.writeWebhooksAndWait { try $0.replay(to: hook.id, since: 0, until: .max, after: 0, limit: 9).count }
            try expectEqual(replayed, 0, "a replay")
            try store.writeWebhooksAndWait { try $0.update(hook) }
            try expectEqual(
                store.writeWebhooksAndWait { try $0.retry(test.id, to: hook.id) }?.status, .pending, "a retry once it is enabled")
            let event = try unwrap(store.event(test.event), "event")
            try expectEqual([event.list == nil, event.data == Array("{}".utf8)], [true, true], "the event of a test")
            let old = outcome(pending, 500, at: now - 1, health: WebhookHealth(status: .disabled))
            try store.record([old])
            try expectEqual(store.webhook(hook.id)?.health, hook.health, "the health after an attempt of before")
        },
        ConformanceCheck("leaves what was retried by hand while an attempt was on its way, unless that delivered it") { store in
            let (hook, pending) = try store.oneDelivery()
            let now = pending.createdAt
            try store.writeWebhooksAndWait { _ = try $0.retry(pending.id, to: hook.id) }
            try store.record([outcome(pending, 500, at: now - 1)])
            let left = try unwrap(store.delivery(pending.id, to: hook.id), "delivery")
            try expectEqual([left.status == .pending, left.attempts.count == 1], [true, true], "after a failure")
            try store.record([outcome(pending, 200, at: now - 1)])
            try expectEqual(store.delivery(pending.id, to: hook.id)?.status, .delivered, "after a success")
            try store.record([outcome(pending, 500, at: now)])
            let ended = try unwrap(store.delivery(pending.id, to: hook.id), "delivery")
            try expectEqual([ended.status == .delivered, ended.attempts.count == 3], [true, true], "after one that is late")
        },
    ]

    /// What an attempt changes that was answered with a status; one without is an attempt that failed.
    public static func outcome(
        _ delivery: Delivery, _ code: Int?, at time: Int64, next: Int64? = nil, health: WebhookHealth = WebhookHealth(),
        webhook: String? = nil, number: Int64? = nil
    ) -> DeliveryOutcome {
        let isSuccess = code.map { (200..<300).contains($0) } ?? false
        let attempt = DeliveryAttempt(
            at: time, statusCode: code, error: isSuccess ? nil : "\u{E9}", durationMilliseconds: 12, responseBody: "b\u{0}\u{1F600}")
        return DeliveryOutcome(
            delivery: number ?? delivery.number, webhook: webhook.map { Identifier(verbatim: $0) } ?? delivery.webhook, attempt: attempt,
            status: isSuccess ? .delivered : next == nil ? .failed : .pending, nextAttemptAt: next, health: health)
    }
}

extension WebhookStore {
    /// The time of a write.
    public func now() throws -> Int64 { try writeWebhooksAndWait { $0.now } }

    public func record(_ outcomes: [DeliveryOutcome]) throws { try writeWebhooksAndWait { try $0.record(outcomes) } }
}

extension ListStore where Self: WebhookStore {
    /// A webhook that wants everything, with one delivery.
    func oneDelivery() throws -> (Webhook, Delivery) {
        let hook = try register(ConformanceCheck.webhook("w"))
        try put(.counting(1), into: ConformanceCheck.listID("l"))
        return (hook, try unwrap(allDeliveries(to: hook.id).first, "delivery"))
    }
}
