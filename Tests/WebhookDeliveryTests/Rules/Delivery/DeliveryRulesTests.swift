import Lists
import Ports
import Testing
import Webhooks

@Suite("The rules of delivery")
struct DeliveryRulesTests {
    private static let day: Int64 = 86_400_000
    private let rules = DeliveryRules(retries: [5, 300, 1_800])
    private let now: Int64 = 1_772_357_400_000

    @Test("any 2xx delivers and makes the webhook active again", arguments: [200, 201, 202, 204, 226, 299])
    func success(status: Int) {
        let health = WebhookHealth(status: .failing, reason: "it answered 500", failingSince: now - 1, hasExhausted: true)
        let outcome = outcome(status, made: 2, health: health)
        #expect(outcome.status == .delivered && outcome.nextAttemptAt == nil && outcome.health == WebhookHealth())
        #expect(
            outcome.attempt
                == DeliveryAttempt(at: now - 30, statusCode: status, error: nil, durationMilliseconds: 30, responseBody: "body"))
        #expect(outcome.delivery == 7 && outcome.webhook == Identifier(verbatim: "w"))
    }

    @Test(
        "anything else fails and is tried again",
        arguments: [
            (100, "it answered 100"), (199, "it answered 199"), (300, "it answered 300, and redirects are not followed"),
            (302, "it answered 302, and redirects are not followed"), (399, "it answered 399, and redirects are not followed"),
            (400, "it answered 400"), (404, "it answered 404"), (409, "it answered 409"), (411, "it answered 411"),
            (429, "it answered 429"),
            (500, "it answered 500"), (599, "it answered 599"),
        ])
    func failure(status: Int, words: String) {
        let outcome = outcome(status)
        #expect(outcome.status == .pending && outcome.nextAttemptAt == now + 5_000)
        #expect(outcome.attempt.statusCode == status && outcome.attempt.error == words)
        #expect(outcome.health == WebhookHealth(status: .failing, reason: words, failingSince: now - 30))
    }

    @Test("an attempt without a whole answer is a failure, whatever came of it")
    func errors() {
        for status in [nil, 200, 500] {
            let result = AttemptResult(startedAt: now - 30, durationMilliseconds: 30, statusCode: status, error: "timed out after 15 s")
            let outcome = rules.outcome(of: result, delivery: delivery(made: 0), health: WebhookHealth(), now: now) { 0.5 }
            #expect(outcome.status == .pending && outcome.attempt.error == "timed out after 15 s" && outcome.attempt.statusCode == status)
            #expect(outcome.health.reason == "timed out after 15 s")
        }
        let nothing = AttemptResult(startedAt: now, durationMilliseconds: 0, statusCode: nil)
        let outcome = rules.outcome(of: nothing, delivery: delivery(made: 0), health: WebhookHealth(), now: now) { 0.5 }
        #expect(outcome.status == .pending && outcome.attempt.error == "no answer came")
    }

    @Test("each failure waits for the next delay, and the last one ends it")
    func schedule() {
        let waits = (0...4).map { outcome(500, made: $0).nextAttemptAt.map { $0 - now } }
        #expect(waits == [5_000, 300_000, 1_800_000, nil, nil])
        #expect((0...4).map { outcome(500, made: $0).status } == [.pending, .pending, .pending, .failed, .failed])
        #expect((0...4).map { outcome(500, made: $0).health.hasExhausted } == [false, false, false, true, true])
        #expect(outcome(500, made: 3).health.status == .failing)
    }

    @Test("attempts of earlier rounds don't count")
    func rounds() {
        #expect(outcome(500, made: 5, earlier: 5).nextAttemptAt == now + 5_000)
        #expect(outcome(500, made: 7, earlier: 5).nextAttemptAt == now + 1_800_000)
        #expect(outcome(500, made: 8, earlier: 5).status == .failed)
        #expect(outcome(500, made: 1, earlier: 9).nextAttemptAt == now + 5_000)
        #expect(outcome(500, made: 1, earlier: -9).nextAttemptAt == now + 300_000)
    }

    @Test("without retries there is one attempt")
    func once() {
        let rules = DeliveryRules(retries: [])
        let result = AttemptResult(startedAt: now, durationMilliseconds: 1, statusCode: 503, retryAfter: "1")
        let outcome = rules.outcome(of: result, delivery: delivery(made: 0), health: WebhookHealth(), now: now) { 0.5 }
        #expect(outcome.status == .failed && outcome.nextAttemptAt == nil && outcome.health.hasExhausted)
    }

    @Test(
        "delays are spread by a tenth either way",
        arguments: [(0.0, 270_000), (0.25, 285_000), (0.5, 300_000), (0.75, 315_000), (1.0, 330_000)])
    func jitter(random: Double, wait: Int64) {
        #expect(outcome(500, made: 1, random: random).nextAttemptAt == now + wait)
    }

    @Test("delays that are too small or too large are kept to what a time can be")
    func extremes() {
        let rules = DeliveryRules(retries: [0, -5, .max, .min])
        let result = AttemptResult(startedAt: now, durationMilliseconds: 1, statusCode: 500, retryAfter: "999999999999999999999")
        for (made, random) in [(0, 0.0), (0, 1), (1, 0), (2, 0), (2, 1), (3, 0)] {
            let outcome = rules.outcome(of: result, delivery: delivery(made: made), health: WebhookHealth(), now: now) { random }
            #expect(outcome.nextAttemptAt == .max, "\(made)")
        }
        let plain = AttemptResult(startedAt: now, durationMilliseconds: 1, statusCode: 500)
        for made in [0, 1, 3] {
            let outcome = rules.outcome(of: plain, delivery: delivery(made: made), health: WebhookHealth(), now: now) { 0 }
            #expect(outcome.nextAttemptAt == now)
        }
    }

    @Test(
        "Retry-After of any failure puts the next attempt off, never nearer, and no longer than a day",
        arguments: [
            (503, "60", 60_000), (429, "60", 60_000), (500, "60", 60_000), (302, "60", 60_000), (503, "4", 5_000), (503, "0", 5_000),
            (503, "Sun, 01 Mar 2026 09:31:00 GMT", 60_000), (503, "Sun, 01 Mar 2026 09:29:00 GMT", 5_000), (503, "soon", 5_000),
            (503, "86400", 86_400_000), (503, "86401", 86_400_000), (503, "99999999999999999999", 86_400_000),
            (503, "Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000),
        ])
    func retryAfter(status: Int, field: String, wait: Int64) {
        #expect(outcome(status, retryAfter: field).nextAttemptAt == now + wait)
    }

    @Test("Retry-After may be as long as the longest delay, and gives no attempt more")
    func longWaits() {
        let rules = DeliveryRules(retries: [5, 259_200, 10])
        #expect(rules.longestWait == 259_200_000 && self.rules.longestWait == Self.day)
        let result = AttemptResult(startedAt: now, durationMilliseconds: 1, statusCode: 503, retryAfter: "999999")
        let outcome = rules.outcome(of: result, delivery: delivery(made: 0), health: WebhookHealth(), now: now) { 0 }
        #expect(outcome.nextAttemptAt == now + 259_200_000)
        #expect(self.outcome(503, made: 3, retryAfter: "60").nextAttemptAt == nil)
    }

    private func outcome(
        _ status: Int, made: Int = 0, earlier: Int = 0, retryAfter: String? = nil, health: WebhookHealth = WebhookHealth(),
        random: Double = 0.5
    ) -> DeliveryOutcome {
        let result = AttemptResult(
            startedAt: now - 30, durationMilliseconds: 30, statusCode: status, retryAfter: retryAfter, responseBody: "body")
        return rules.outcome(of: result, delivery: delivery(made: made, earlier: earlier), health: health, now: now) { random }
    }

    private func delivery(made: Int, earlier: Int = 0) -> Delivery {
        let attempt = DeliveryAttempt(at: now - 1_000, statusCode: 500, error: "it answered 500", durationMilliseconds: 1, responseBody: "")
        return Delivery(
            number: 7, id: Identifier(verbatim: "d"), webhook: Identifier(verbatim: "w"), event: 3, eventID: Identifier(verbatim: "e"),
            type: .itemSelected, createdAt: now - 2_000, status: .pending, attempts: Array(repeating: attempt, count: made),
            earlierAttempts: earlier, nextAttemptAt: now)
    }
}
