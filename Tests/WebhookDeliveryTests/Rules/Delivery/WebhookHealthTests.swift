import Lists
import Ports
import Testing
import Webhooks

@Suite("The health of a webhook")
struct WebhookHealthTests {
    private static let patience: Int64 = 5 * 86_400_000
    private let rules = DeliveryRules(retries: [5])
    private let now: Int64 = 1_772_357_400_000

    @Test("the first failure says since when, and the last one why")
    func since() {
        let first = outcome(500, startedAt: now, health: WebhookHealth()).health
        let second = outcome(404, startedAt: now + 50, health: first).health
        #expect(second == WebhookHealth(status: .failing, reason: "it answered 404", failingSince: now))
    }

    @Test("a delivery that has used up its attempts is remembered until something is delivered")
    func exhaustion() {
        let exhausted = outcome(500, made: 1, health: WebhookHealth()).health
        #expect(exhausted.hasExhausted && outcome(500, health: exhausted).health.hasExhausted)
        #expect(outcome(200, health: exhausted).health == WebhookHealth())
    }

    @Test("410 disables at once and ends the delivery")
    func gone() {
        let outcome = outcome(410, health: WebhookHealth())
        #expect(outcome.status == .failed && outcome.nextAttemptAt == nil)
        #expect(outcome.health.status == .disabled && outcome.health.reason == "it answered 410: it wants no more events")
        #expect(outcome.attempt.statusCode == 410)
    }

    @Test("a failure disables when attempts were used up and nothing was delivered for five days")
    func patience() {
        for (since, hasExhausted, made, isDisabled) in [
            (now - Self.patience, true, 0, true), (now - Self.patience + 1, true, 0, false), (now - Self.patience, false, 0, false),
            (now - Self.patience, false, 1, true), (now - Self.patience + 1, false, 1, false),
        ] {
            let health = WebhookHealth(status: .failing, reason: "it answered 404", failingSince: since, hasExhausted: hasExhausted)
            let outcome = outcome(500, made: made, health: health)
            #expect((outcome.health.status == .disabled) == isDisabled, "\(since) \(hasExhausted) \(made)")
            #expect((outcome.status == .failed) == (isDisabled || made == 1) && (outcome.nextAttemptAt == nil) == (isDisabled || made == 1))
            if isDisabled {
                #expect(outcome.health.reason == "nothing was delivered for 5 days; the last attempt: it answered 500")
                #expect(outcome.health.failingSince == since)
            }
        }
    }

    @Test("a look disables without an attempt")
    func look() {
        var health = WebhookHealth(status: .failing, reason: "it answered 404", failingSince: now, hasExhausted: true)
        #expect(rules.healthAfterLook(health, now: now + Self.patience - 1) == health)
        #expect(rules.healthAfterLook(health, now: now - 1) == health)
        #expect(rules.healthAfterLook(health, now: .min) == health)
        let disabled = rules.healthAfterLook(health, now: now + Self.patience)
        #expect(disabled.status == .disabled)
        #expect(disabled.reason == "nothing was delivered for 5 days; the last attempt: it answered 404")
        #expect(rules.healthAfterLook(disabled, now: now + 2 * Self.patience) == disabled)
        health.hasExhausted = false
        #expect(rules.healthAfterLook(health, now: .max) == health)
        #expect(rules.healthAfterLook(WebhookHealth(), now: .max) == WebhookHealth())
    }

    @Test(
        "an attempt that was on its way when the webhook was disabled ends its delivery and changes nothing else",
        arguments: [200, 410, 500])
    func disabled(status: Int) {
        let health = WebhookHealth(status: .disabled, reason: "it answered 410: it wants no more events", failingSince: now)
        let outcome = outcome(status, health: health)
        #expect(outcome.status == (status == 200 ? .delivered : .failed) && outcome.nextAttemptAt == nil)
        #expect(outcome.health == health)
    }

    private func outcome(_ status: Int, made: Int = 0, startedAt: Int64? = nil, health: WebhookHealth) -> DeliveryOutcome {
        let attempt = DeliveryAttempt(at: now - 1_000, statusCode: 500, error: "it answered 500", durationMilliseconds: 1, responseBody: "")
        let delivery = Delivery(
            number: 7, id: Identifier(verbatim: "d"), webhook: Identifier(verbatim: "w"), event: 3, eventID: Identifier(verbatim: "e"),
            type: .itemSelected, createdAt: now - 2_000, status: .pending, attempts: Array(repeating: attempt, count: made),
            nextAttemptAt: now)
        let result = AttemptResult(startedAt: startedAt ?? now - 30, durationMilliseconds: 30, statusCode: status)
        return rules.outcome(of: result, delivery: delivery, health: health, now: now) { 0.5 }
    }
}
