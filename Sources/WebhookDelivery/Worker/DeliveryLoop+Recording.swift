import Foundations
import HTTPClient
import Lists
import Ports
import Webhooks

extension DeliveryLoop {
    /// Decides what follows an attempt that has ended.
    func take(_ end: TransferEnd) {
        guard let run = running.removeValue(forKey: end.id) else { return }
        var outcome = ports.rules.outcome(
            of: AttemptResult(end, startedAt: run.startedAt), delivery: run.delivery,
            health: endpoints[run.delivery.webhook]?.health ?? WebhookHealth(), now: ports.now(), random: ports.random)
        if outcome.status != .delivered {
            outcome.data = run.data
            // Read again for a further attempt: by then its data may be kept.
            prepared.remove(run.delivery.event)
        }
        endpoints[run.delivery.webhook]?.health = outcome.health
        counters.count(outcome)
        // A failure of the receiver counts as no answer: many such attempts may come in a time, and none helps it.
        let isUnanswered = outcome.attempt.statusCode.map { $0 >= 500 } ?? true
        add(outcome, succeeded: outcome.status == .delivered, isUnanswered: isUnanswered)
        logStatus(of: outcome.webhook)
        if outcome.health.status == .disabled { schedule.close(outcome.webhook) }
    }

    /// Ends a delivery that was not sent: it fails, and the webhook's health stays as it is.
    func end(_ delivery: Delivery, unsent attempt: DeliveryAttempt) {
        add(.unsent(delivery, attempt, health: endpoints[delivery.webhook]?.health ?? WebhookHealth()), succeeded: true)
    }

    /// - Parameters:
    ///   - succeeded: Whether an ordered webhook's next delivery may follow before this is recorded.
    ///   - isUnanswered: Whether the receiver was asked and did not answer, or with 5xx.
    private func add(_ outcome: DeliveryOutcome, succeeded: Bool, isUnanswered: Bool = false) {
        outcomes.append(outcome)
        unrecordedBytes += outcome.data?.count ?? 0
        schedule.end(outcome.delivery, of: outcome.webhook, succeeded: succeeded, unansweredAt: isUnanswered ? ports.now() : nil)
    }

    /// Ends what is still on its way. It is not recorded: nobody knows what has come of it.
    func giveUp() {
        engine.abortAll()
        running = [:]
    }

    /// Drops what is on its way and what is not recorded: another process sends it again.
    func drop() {
        giveUp()
        outcomes = []
    }

    /// Starts the next write, where there is something to write and none is under way.
    func write() {
        guard !isOver, writing == nil, ports.now() >= pausedUntil, deadline != nil || ContinuousClock.now >= restsUntil else { return }
        var write = OutboxWrite()
        write.outcomes = Array(outcomes.prefix(settings.limits.recordBatch))
        write.isFull = write.outcomes.count == settings.limits.recordBatch
        if deadline == nil {
            if looks { write.rules = ports.rules }
            if let (webhook, after) = unwanted.first {
                write.unwanted = (webhook, after)
                unwanted[webhook] = nil
            }
            looks = false
        }
        guard !write.isEmpty else { return }
        outcomes.removeFirst(write.outcomes.count)
        writing = write
        let work = write
        ports.store.writeWebhooks({ try work.run(in: $0) }, completion: { [inbox] in inbox.put($0) })
    }

    /// Goes on looking at what a webhook is no longer to be sent, from the beginning where it was changed meanwhile.
    private func lookAgain(at webhook: Identifier, after delivery: Int64) {
        if endpoints[webhook] != nil, unwanted[webhook] == nil { unwanted[webhook] = delivery }
    }

    /// Goes on after a write; one that failed is made again after a pause.
    func takeWritten(_ result: Result<OutboxWrite.Report, any Error>) {
        guard let write = writing else { return }
        writing = nil
        switch result {
        case .success(let report):
            restsUntil = .now + report.rest
            if let webhook = write.unwanted?.webhook, let after = report.unwantedAfter { lookAgain(at: webhook, after: after) }
            for webhook in report.disabled {
                endpoints[webhook.id]?.health = webhook.health
                logStatus(of: webhook.id)
            }
            unrecordedBytes -= write.outcomes.reduce(0) { $0 + ($1.data?.count ?? 0) }
            for outcome in write.outcomes { schedule.recorded(outcome.delivery, of: outcome.webhook, nextAttempt: outcome.nextAttemptAt) }
            counters.countRecorded(write.outcomes)
            if isAhead || write.outcomes.contains(where: { $0.health.status == .disabled }) { isStale = true }
        case .failure(let error):
            outcomes = write.outcomes + outcomes
            looks = looks || write.rules != nil
            if let (webhook, after) = write.unwanted { lookAgain(at: webhook, after: after) }
            rest("could not record deliveries", error)
        }
    }
}

extension AttemptResult {
    fileprivate init(_ end: TransferEnd, startedAt: Int64) {
        switch end.result {
        case .success(let response):
            self.init(
                startedAt: startedAt, durationMilliseconds: end.durationMilliseconds, statusCode: response.status,
                retryAfter: response.retryAfter, responseBody: String(decoding: response.body, as: UTF8.self))
        case .failure(let failure):
            self.init(
                startedAt: startedAt, durationMilliseconds: end.durationMilliseconds, statusCode: nil, error: failure.message)
        }
    }
}
