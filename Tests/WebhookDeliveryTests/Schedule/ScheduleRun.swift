import Lists
import Ports
@testable import WebhookDelivery

/// A schedule over deliveries in memory: what a store would have, and what the schedule asks for.
struct ScheduleRun {
    var schedule: DeliverySchedule
    var webhooks: [Webhook] = []
    /// Pending deliveries of each webhook, by their numbers, with the time when each is due.
    var pending: [Identifier: [Int64: Int64]] = [:]
    /// What was started and has not ended, in that order.
    var running: [(number: Int64, webhook: Identifier)] = []
    /// What has ended and is not recorded.
    var ended: [(number: Int64, webhook: Identifier)] = []
    /// How often the store was asked.
    var reads = 0
    var now: Int64 = 1_000

    init(_ limits: DeliveryLimits = DeliveryLimits()) {
        schedule = DeliverySchedule(limits: limits)
    }

    mutating func add(_ name: String, isOrdered: Bool = false, backlog: Int = 0, from first: Int64 = 1) {
        let webhook = Webhook(id: Identifier(verbatim: name), createdAt: 0, url: "http://example.com/", isOrdered: isOrdered)
        webhooks.append(webhook)
        pending[webhook.id] = Dictionary(uniqueKeysWithValues: (first..<first + Int64(backlog)).map { ($0, 0) })
        schedule.update(webhooks)
    }

    /// Starts all that the schedule lets start.
    ///
    /// - Returns: The webhooks of what was started, in order.
    @discardableResult
    mutating func start() -> [String] {
        var started: [String] = []
        while let step = schedule.next(now: now) {
            switch step {
            case .read(let webhook, let isOrdered, let limit):
                reads += 1
                let rows = pending[webhook, default: [:]].sorted { $0.key < $1.key }
                // Of an ordered webhook what is behind one that is not due is not due either.
                let due = (isOrdered ? Array(rows.prefix { $0.value <= now }) : rows.filter { $0.value <= now }).prefix(limit)
                let later = (isOrdered ? Array(rows.prefix(1)) : rows).map(\.value).filter { $0 > now }.min()
                let next = due.count < limit ? later : nil
                schedule.take(DueDeliveries(due.map { delivery($0.key, webhook) }, nextAttempt: next), of: webhook, limit: limit, now: now)
            case .start(let delivery):
                running.append((delivery.number, delivery.webhook))
                started.append(delivery.webhook.text)
            }
        }
        return started
    }

    /// Says that every webhook may have something new.
    mutating func wake(hasRetries: Bool = false) {
        for webhook in webhooks { schedule.wake(webhook.id, hasRetries: hasRetries) }
    }

    /// Ends what runs for a webhook, or all.
    ///
    /// - Parameter isUnanswered: Whether the receivers have not answered.
    mutating func end(_ name: String? = nil, succeeded: Bool = true, isUnanswered: Bool = false) {
        let isMeant = { (webhook: Identifier) in name == nil || webhook.text == name }
        for run in running where isMeant(run.webhook) {
            schedule.end(run.number, of: run.webhook, succeeded: succeeded, unansweredAt: isUnanswered ? now : nil)
            ended.append(run)
        }
        running.removeAll { isMeant($0.webhook) }
    }

    /// Records what has ended.
    ///
    /// - Parameter nextAttempt: When it is due again; `nil` where it has ended for good.
    mutating func record(nextAttempt: Int64? = nil) {
        for run in ended {
            pending[run.webhook]?[run.number] = nextAttempt
            schedule.recorded(run.number, of: run.webhook, nextAttempt: nextAttempt)
        }
        ended = []
    }

    private func delivery(_ number: Int64, _ webhook: Identifier) -> Delivery {
        Delivery(
            number: number, id: Identifier(verbatim: "d\(number)"), webhook: webhook, event: number,
            eventID: Identifier(verbatim: "e\(number)"), type: .itemSelected, createdAt: 0, status: .pending, nextAttemptAt: 0)
    }
}
