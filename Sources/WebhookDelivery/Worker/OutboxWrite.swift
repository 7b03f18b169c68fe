import Lists
import Ports
import Webhooks

/// One write of the worker to the store: what was attempted, and what is due to be done there anyway.
struct OutboxWrite: Sendable {
    /// What is left after a write.
    struct Report: Sendable {
        /// Whether there are more events to make deliveries of.
        var hasMoreEvents = false
        /// Whether deliveries to disabled webhooks are still pending.
        var hasMorePending = false
        /// The delivery to go on behind with ``OutboxWrite/narrowed``; `nil` where that is done.
        var reachAfter: Int64?
        /// Webhooks that have become disabled since nothing was delivered for too long.
        var disabled: [Webhook] = []
        /// How long to leave the writer to others where some wait: three times what this write took, so that the outbox takes a quarter of the
        /// writer from them, whatever it has to do; as long as it took where more attempts have ended than it could record, which takes half.
        var rest: Duration = .zero
    }

    /// Deliveries that are looked at whether their webhook still asks for them.
    private static let reachStep = 512

    /// The attempts that it records.
    var outcomes: [DeliveryOutcome] = []
    /// Whether more may wait to be recorded.
    var isFull = false
    /// Whether it makes deliveries of new events, and about how many rows of them.
    var fanOut: Int?
    /// Whether it lets deliveries to disabled webhooks fail, and how many at most.
    var failing: Int?
    /// The webhook of which deliveries fail that it no longer asks for, and the number of the delivery to go on behind.
    var narrowed: (webhook: Identifier, after: Int64)?
    /// By what it looks whether a webhook has failed for too long.
    var rules: DeliveryRules?

    var isEmpty: Bool { outcomes.isEmpty && fanOut == nil && failing == nil && narrowed == nil && rules == nil }

    /// Runs on the store's writer.
    func run(in transaction: any WebhookTransaction) throws -> Report {
        let start = ContinuousClock.now
        var report = Report()
        if !outcomes.isEmpty { try transaction.record(outcomes) }
        if let rules {
            for var webhook in try transaction.webhooks() {
                let health = rules.healthAfterLook(webhook.health, now: transaction.now)
                guard health != webhook.health else { continue }
                webhook.health = health
                try transaction.update(webhook)
                report.disabled.append(webhook)
            }
        }
        if let fanOut { report.hasMoreEvents = try transaction.fanOut(limit: fanOut) }
        if let failing { report.hasMorePending = try transaction.failPendingOfDisabled(limit: failing) }
        if let narrowed {
            report.reachAfter = try transaction.failOutOfReach(of: narrowed.webhook, after: narrowed.after, limit: Self.reachStep)
        }
        if transaction.othersWait { report.rest = (ContinuousClock.now - start) * (isFull ? 1 : 3) }
        return report
    }
}
