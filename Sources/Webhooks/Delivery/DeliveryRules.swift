import Lists
public import Ports

/// The state machine of deliveries: what an attempt changes of its delivery and of the webhook's health.
///
/// Pure: time and randomness are passed in. Times are milliseconds since 1970, UTC.
///
/// * A 2xx answer ends a delivery, and makes the webhook active. Anything else is a failure, a redirect too.
/// * A failure is tried again after the next delay of the schedule, spread by a tenth either way, or later where `Retry-After` asks for that, up
///   to ``longestWait``. When the schedule is used up the delivery has failed.
/// * A 410 disables the webhook at once. So does a failure, or ``healthAfterLook(_:now:)``, once a delivery has used up its attempts and nothing
///   was delivered for ``patience``.
/// * While it is disabled an attempt that was on its way ends its delivery, for good or ill, and the webhook stays as it is.
public struct DeliveryRules: Sendable {
    /// How long nothing may be delivered before a webhook is disabled, in milliseconds: 5 days.
    public static let patience: Int64 = 5 * 86_400_000
    /// The least value of ``longestWait``: a day.
    private static let day: Int64 = 86_400_000

    /// In milliseconds.
    private let delays: [Int64]

    /// - Parameter retries: Seconds from each failed attempt to the next one, none negative; with none there is one attempt.
    public init(retries: [Int64]) {
        delays = retries.map { max(0, $0).multipliedSaturating(by: 1_000) }
    }

    /// The most milliseconds that a `Retry-After` puts an attempt off: a day, or the longest delay of the schedule where that is more.
    public var longestWait: Int64 { delays.reduce(Self.day, max) }

    /// Returns the changes by an attempt.
    ///
    /// - Parameters:
    ///   - delivery: As it was when the attempt began: pending, and without the attempt.
    ///   - health: The webhook's, after all attempts that ended before this one.
    ///   - now: When the attempt has ended.
    ///   - random: A number from 0 up to 1 (not itself).
    public func outcome(
        of result: AttemptResult, delivery: Delivery, health: WebhookHealth, now: Int64, random: () -> Double
    ) -> DeliveryOutcome {
        let made = max(0, delivery.attempts.count - max(0, delivery.earlierAttempts))
        let delay = made < delays.count ? delays[made] : nil
        let health = self.health(health, after: result, isLast: delay == nil, now: now)
        let failure = result.failure
        let nextAttemptAt: Int64? =
            if failure != nil, health.status != .disabled, let delay {
                now.addingSaturating(wait(delay, asked: result.retryAfter, now: now, random: random))
            } else {
                nil
            }
        let attempt = DeliveryAttempt(
            at: result.startedAt, statusCode: result.statusCode, error: failure, durationMilliseconds: result.durationMilliseconds,
            responseBody: result.responseBody)
        return DeliveryOutcome(
            delivery: delivery.number, webhook: delivery.webhook, attempt: attempt,
            status: failure == nil ? .delivered : nextAttemptAt == nil ? .failed : .pending, nextAttemptAt: nextAttemptAt, health: health)
    }

    /// A webhook's health once time has passed: disabled where ``patience`` has run out without an attempt that said so.
    public func healthAfterLook(_ health: WebhookHealth, now: Int64) -> WebhookHealth {
        guard health.status == .failing, health.hasExhausted, let since = health.failingSince,
            now.subtractingSaturating(since) >= Self.patience
        else { return health }
        var health = health
        health.status = .disabled
        health.reason = "nothing was delivered for 5 days" + (health.reason.map { "; the last attempt: " + $0 } ?? "")
        return health
    }

    private func health(_ health: WebhookHealth, after result: AttemptResult, isLast: Bool, now: Int64) -> WebhookHealth {
        guard health.status != .disabled else { return health }
        guard let failure = result.failure else { return WebhookHealth() }
        let isGone = result.statusCode == 410
        let failing = WebhookHealth(
            status: isGone ? .disabled : .failing, reason: failure, failingSince: health.failingSince ?? result.startedAt,
            hasExhausted: health.hasExhausted || isLast)
        return healthAfterLook(failing, now: now)
    }

    /// How long the next attempt waits, in milliseconds.
    private func wait(_ delay: Int64, asked field: String?, now: Int64, random: () -> Double) -> Int64 {
        // A `Double` rounds by less than the spread, and a tenth of any delay is far from the bounds of an `Int64`.
        let spread = Double(delay / 10) * (2 * min(max(random(), 0), 1) - 1)
        let spreadDelay = delay.addingSaturating(Int64(spread))
        let asked = field.flatMap { RetryAfter.delay($0, now: now) } ?? 0
        return max(spreadDelay, min(asked, longestWait))
    }
}
