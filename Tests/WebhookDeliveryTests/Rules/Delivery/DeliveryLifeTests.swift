import Lists
import Ports
import TestSupport
import Testing
import Webhooks

@Suite("Whole lives of deliveries")
struct DeliveryLifeTests {
    @Test("keep what the rules promise, whatever receivers answer")
    func lives() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var ends: [WebhookHealth.Status: Int] = [:]
        for round in 0..<2_000 {
            var life = Life(&random)
            while life.step(&random) {}
            #expect(life.broken == nil, "seed \(seed), round \(round): \(life.broken ?? "")")
            ends[life.health.status, default: 0] += 1
        }
        // Otherwise the lives would say nothing.
        #expect(WebhookHealth.Status.allCases.allSatisfy { ends[$0, default: 0] > 20 }, "seed \(seed): \(ends)")
    }
}

/// A webhook and a few deliveries to it, with a receiver that answers at random.
private struct Life {
    private static let statuses: [Int?] = [200, 204, 302, 404, 410, 500, 503, 503, nil]
    private static let fields: [String?] = [nil, nil, "0", "30", "90000", "soon", "Sun, 01 Mar 2026 09:31:00 GMT", "99999999999999999999"]

    private let retries: [Int64]
    private let rules: DeliveryRules
    /// How often the receiver is well, in percent.
    private let luck: Int
    private var now: Int64 = 1_772_357_400_000
    private var deliveries: [Delivery]
    private var lastSuccess: Int64?
    private var steps = 0
    private(set) var health = WebhookHealth()
    /// The first promise that was not kept.
    private(set) var broken: String?

    init(_ random: inout SeededGenerator) {
        let retries = (0..<Int.random(in: 0...7, using: &random)).map { _ in Int64.random(in: 0...100_000, using: &random) }
        self.retries = retries
        rules = DeliveryRules(retries: retries)
        luck = [0, 0, 5, 50].randomElement(using: &random) ?? 0
        let start = now
        deliveries = (0..<Int.random(in: 1...6, using: &random)).map { number in
            Delivery(
                number: Int64(number), id: Identifier(verbatim: "d\(number)"), webhook: Identifier(verbatim: "w"), event: 1,
                eventID: Identifier(verbatim: "e"), type: .listChanged, createdAt: start, status: .pending, nextAttemptAt: start)
        }
    }

    /// Makes the next attempt that is due; `false` when there is none, or a promise is broken.
    mutating func step(_ random: inout SeededGenerator) -> Bool {
        let due = deliveries.indices.filter { deliveries[$0].status == .pending }
        guard broken == nil, let index = due.min(by: { at($0) < at($1) }) else { return false }
        steps += 1
        if steps > 1_000 { broken = "it does not end" }
        now = max(now, at(index))
        let started = now
        now += Int64.random(in: 0...15_000, using: &random)
        let isWell = Int.random(in: 0..<100, using: &random) < luck
        let status = isWell ? 200 : Self.statuses.dropFirst(2).randomElement(using: &random) ?? nil
        // A 410 ends most lives at once, so it is rare.
        let result = AttemptResult(
            startedAt: started, durationMilliseconds: now - started,
            statusCode: status == 410 && Int.random(in: 0..<40, using: &random) > 0 ? 500 : status,
            retryAfter: Self.fields.randomElement(using: &random) ?? nil)
        let before = health
        let outcome = rules.outcome(of: result, delivery: deliveries[index], health: before, now: now) {
            Double.random(in: 0..<1, using: &random)
        }
        check(outcome, of: result, at: index, before: before)
        deliveries[index].status = outcome.status
        deliveries[index].attempts.append(outcome.attempt)
        deliveries[index].nextAttemptAt = outcome.nextAttemptAt
        health = outcome.health
        if result.statusCode == 200 { lastSuccess = now }
        if health.status == .disabled { for other in deliveries.indices where deliveries[other].status == .pending { end(other) } }
        if deliveries[index].status == .failed, health.status != .disabled, Int.random(in: 0..<4, using: &random) == 0 { retry(index) }
        return broken == nil
    }

    private func at(_ index: Int) -> Int64 { deliveries[index].nextAttemptAt ?? now }

    /// What the store does with a pending delivery once its webhook is disabled.
    private mutating func end(_ index: Int) {
        deliveries[index].status = .failed
        deliveries[index].nextAttemptAt = nil
    }

    /// What the store does when somebody asks for it again.
    private mutating func retry(_ index: Int) {
        guard deliveries[index].attempts.count < 40 else { return }
        deliveries[index].status = .pending
        deliveries[index].earlierAttempts = deliveries[index].attempts.count
        deliveries[index].nextAttemptAt = now
    }

    private mutating func check(_ outcome: DeliveryOutcome, of result: AttemptResult, at index: Int, before: WebhookHealth) {
        let made = deliveries[index].attempts.count - deliveries[index].earlierAttempts + 1
        let isSuccess = result.statusCode == 200
        let promises: [(String, Bool)] = [
            ("delivered by a 2xx alone", (outcome.status == .delivered) == isSuccess),
            ("an error is noted with every failure alone", (outcome.attempt.error == nil) == isSuccess),
            ("no more attempts in a round than one and its retries", made <= retries.count + 1),
            ("the last attempt of a round ends it", made <= retries.count || outcome.status != .pending),
            ("pending has a next attempt, ended has none", (outcome.status == .pending) == (outcome.nextAttemptAt != nil)),
            ("the next attempt is never before now", outcome.nextAttemptAt.map { $0 >= now } ?? true),
            ("the next attempt is within bounds", outcome.nextAttemptAt.map { $0 - now <= rules.longestWait / 10 * 11 } ?? true),
            ("nothing is next at a disabled webhook", outcome.health.status != .disabled || outcome.status != .pending),
            ("a success makes active", !isSuccess || outcome.health == WebhookHealth()),
            ("a failure never makes active", isSuccess || outcome.health.status != .active),
            ("a reason comes with failing and disabled alone", (outcome.health.reason == nil) == (outcome.health.status == .active)),
            ("disabled by a 410, or after five days and a used-up delivery", isRight(outcome.health, result)),
            ("the number and the webhook stay", outcome.delivery == deliveries[index].number && outcome.webhook.text == "w"),
        ]
        broken = promises.first { !$0.1 }?.0
    }

    private func isRight(_ health: WebhookHealth, _ result: AttemptResult) -> Bool {
        let patience: Int64 = 5 * 86_400_000
        guard health.status == .disabled else {
            return result.statusCode != 410 && !(health.hasExhausted && (health.failingSince.map { now - $0 >= patience } ?? false))
        }
        guard result.statusCode != 410 else { return true }
        let since = health.failingSince ?? .max
        return health.hasExhausted && now - since >= patience && (lastSuccess.map { $0 <= now - patience } ?? true)
    }
}
