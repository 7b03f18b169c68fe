import Lists
import Webhooks

/// One write of the worker to the store: what was attempted, and what is due to be done there anyway.
struct OutboxWrite: Sendable {
    /// What is left after a write.
    struct Report: Sendable {
        /// Whether there are more events to make deliveries of.
        var hasMoreEvents = false
        /// Whether deliveries to disabled webhooks are still pending.
        var hasMorePending = false
        /// How long to leave the writer to others: three times what this write took, where some wait; so the outbox takes at most a quarter
        /// of the writer from them, whatever it has to do.
        var rest: Duration = .zero
    }

    /// The attempts that it records.
    var outcomes: [DeliveryOutcome] = []
    /// Whether it makes deliveries of new events, and about how many rows of them.
    var fanOut: Int?
    /// Whether it lets deliveries to disabled webhooks fail, and how many at most.
    var failing: Int?
    /// By what it looks whether a webhook has failed for too long.
    var rules: DeliveryRules?

    var isEmpty: Bool { outcomes.isEmpty && fanOut == nil && failing == nil && rules == nil }

    /// Runs on the store's writer.
    func run(in transaction: any WebhookTransaction) throws -> Report {
        let start = ContinuousClock.now
        if !outcomes.isEmpty { try transaction.record(outcomes) }
        if let rules {
            for var webhook in try transaction.webhooks() {
                let health = rules.healthAfterLook(webhook.health, now: transaction.now)
                guard health != webhook.health else { continue }
                webhook.health = health
                try transaction.update(webhook)
            }
        }
        var report = Report()
        if let fanOut { report.hasMoreEvents = try transaction.fanOut(limit: fanOut) }
        if let failing { report.hasMorePending = try transaction.failPendingOfDisabled(limit: failing) }
        if transaction.othersWait { report.rest = (ContinuousClock.now - start) * 3 }
        return report
    }
}
