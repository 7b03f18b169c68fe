import Lists
import Ports
import Webhooks

/// One write of the worker to the store: what was attempted, and what is due to be done there anyway.
struct OutboxWrite: Sendable {
    /// The outcome of a write.
    struct Report: Sendable {
        /// The delivery to go on behind with ``OutboxWrite/unwanted``; `nil` where that is done.
        var unwantedAfter: Int64?
        /// Webhooks that have become disabled since nothing was delivered for too long.
        var disabled: [Webhook] = []
        /// How long to leave the writer to others where some wait: three times what this write took, so that the outbox takes a quarter of the
        /// writer from them, whatever it has to do; as long as it took where more attempts have ended than it could record, which takes half.
        var rest: Duration = .zero
    }

    /// The most pending deliveries that one write looks at whether their webhook is still to be sent them.
    private static let unwantedStep = 512

    /// The attempts that it records.
    var outcomes: [DeliveryOutcome] = []
    /// Whether more may wait to be recorded.
    var isFull = false
    /// The webhook of which deliveries fail that it is no longer to be sent, and the number of the delivery to go on behind.
    var unwanted: (webhook: Identifier, after: Int64)?
    /// By what it looks whether a webhook has failed for too long.
    var rules: DeliveryRules?

    var isEmpty: Bool { outcomes.isEmpty && unwanted == nil && rules == nil }

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
        if let unwanted {
            report.unwantedAfter = try transaction.failUnwanted(of: unwanted.webhook, after: unwanted.after, limit: Self.unwantedStep)
        }
        if transaction.othersWait { report.rest = (ContinuousClock.now - start) * (isFull ? 1 : 3) }
        return report
    }
}
