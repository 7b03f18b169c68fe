import Lists
import Ports

/// One write to webhooks and deliveries on the writer's thread, within a savepoint: it reads what it has written.
final class OutboxTransaction: WebhookTransaction {
    private let batch: WriteBatch
    private let outbox: Outbox
    private var answer: StoredResponse?

    init(in batch: WriteBatch) {
        self.batch = batch
        outbox = batch.state.outbox
    }

    var now: Int64 { batch.now }

    var othersWait: Bool { batch.othersWait() }

    func webhooks() -> [Webhook] { outbox.state.subscribers.map(\.webhook) }

    func webhook(_ id: Identifier) -> Webhook? { subscriber(id)?.webhook }

    func insert(_ webhook: Webhook) throws {
        guard outbox.state.index(of: webhook.id) == nil else { throw StoreMisuse("a webhook is added once") }
        let subscriber = OutboxState.Subscriber(
            number: try outbox.webhooks.nextNumber(), webhook: webhook, healthSetAt: webhook.createdAt)
        try outbox.webhooks.insert(subscriber, cursor: outbox.state.counter.event)
        outbox.state.cursors[subscriber.number] = outbox.state.counter.event
        outbox.state.subscribers.append(subscriber)
        outbox.change.webhooks.insert(webhook.id)
    }

    func update(_ webhook: Webhook) throws {
        guard let index = outbox.state.index(of: webhook.id) else { throw StoreMisuse("a webhook that is changed is there") }
        var subscriber = outbox.state.subscribers[index]
        let hasNewSecrets = subscriber.webhook.secrets != webhook.secrets
        if subscriber.webhook.health != webhook.health { subscriber.healthSetAt = now }
        subscriber.webhook = webhook
        try outbox.webhooks.update(subscriber, hasNewSecrets: hasNewSecrets)
        outbox.state.subscribers[index] = subscriber
        outbox.change.webhooks.insert(webhook.id)
    }

    func deleteWebhook(_ id: Identifier) throws {
        guard let index = outbox.state.index(of: id) else { return }
        let number = outbox.state.subscribers.remove(at: index).number
        try outbox.webhooks.end(number)
        outbox.state.ended.append(number)
        outbox.change.webhooks.insert(id)
    }

    func addTest(to webhook: Identifier) throws -> Delivery {
        guard let subscriber = subscriber(webhook) else { throw StoreMisuse("a webhook that is tested is there") }
        let event = try outbox.append(.test(at: now), now: now, identifiers: batch.identifiers)
        let number = try outbox.deliver(event.number, to: subscriber, now: now)
        guard let delivery = try delivery(number.id(madeAt: now), to: webhook) else {
            throw StoreMisuse("a delivery that was made is there")
        }
        return delivery
    }

    func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        try batch.state.reader().outbox.delivery(id, to: webhook)
    }

    func retry(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        guard let delivery = try delivery(id, to: webhook), let subscriber = subscriber(webhook) else { return nil }
        guard subscriber.webhook.health.status != .disabled else { return delivery }
        if subscriber.webhook.wants(delivery) {
            try outbox.makeRow(of: delivery)
            try outbox.deliveries.reschedule(delivery.number, due: now)
            outbox.change.retries.insert(webhook)
        } else if delivery.status == .pending || delivery.attempts.last?.isOutOfReach != true {
            try outbox.makeRow(of: delivery)
            let attempts = Int64(delivery.attempts.count)
            try outbox.failOutOfReach(delivery.number, attempts: attempts, now: now)
        }
        return try self.delivery(id, to: webhook)
    }

    func replay(
        to webhook: Identifier, since: Int64, until: Int64, after: Int64, limit: Int, isMeant: (ListID?) -> Bool
    ) throws -> (count: Int, next: Int64?) {
        guard let subscriber = subscriber(webhook), subscriber.webhook.health.status != .disabled else { return (0, nil) }
        let failed = try outbox.deliveries.rows(of: subscriber.number, .failed, after: after, limit: limit)
        var count = 0
        for row in failed {
            guard let event = try outbox.events.note(row.event), event.time >= since, event.time < until, isMeant(event.list),
                event.list.map({ subscriber.webhook.wants(event.type, of: $0) }) ?? true
            else { continue }
            try outbox.deliveries.reschedule(row.number, due: now)
            count += 1
        }
        if count > 0 { outbox.change.retries.insert(webhook) }
        return (count, failed.count < limit ? nil : failed.last?.number)
    }

    func record(_ outcomes: [DeliveryOutcome]) throws {
        var indexes: [Identifier: Int] = [:]
        var attempted: [Int: [Int64]] = [:]
        let known = outcomes.compactMap { outcome -> (outcome: DeliveryOutcome, index: Int)? in
            guard let index = indexes[outcome.webhook] ?? outbox.state.index(of: outcome.webhook),
                outbox.state.subscribers[index].number == DeliveryNumber(outcome.delivery).webhook
            else { return nil }
            indexes[outcome.webhook] = index
            attempted[index, default: []].append(outcome.delivery)
            return (outcome, index)
        }
        var made: [Int64: Int64] = [:]
        for (index, numbers) in attempted {
            made.merge(try outbox.beginRecording(numbers, of: outbox.state.subscribers[index].number)) { $1 }
        }
        var changed: Set<Int> = []
        for (outcome, index) in known {
            let madeAt = made.removeValue(forKey: outcome.delivery)
            if try outbox.record(outcome, of: index, madeAt: madeAt, now: now) { changed.insert(index) }
        }
        for index in changed { try outbox.webhooks.saveHealth(of: outbox.state.subscribers[index]) }
    }

    func failUnwanted(of webhook: Identifier, after: Int64, limit: Int) throws -> Int64? {
        guard let subscriber = subscriber(webhook) else { return nil }
        let isDisabled = subscriber.webhook.health.status == .disabled
        let (pending, next) = try outbox.pendingRows(of: subscriber.number, after: after, limit: limit)
        for row in pending {
            if isDisabled {
                try outbox.fail(row.number, now: now)
            } else if try !outbox.isWanted(row.event, by: subscriber) {
                try outbox.failOutOfReach(row.number, attempts: row.attempts, now: now)
            }
        }
        return next
    }

    func storedResponse(for key: IdempotencyKey) throws -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return try batch.state.storedResponses.find(key, now: now)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw StoreMisuse("a write keeps one answer") }
        self.answer = answer
    }

    /// Makes what the work changed a part of the batch.
    ///
    /// - Throws: ``SQLiteFailure``; the whole batch is then given up.
    func apply() throws {
        if let answer { try batch.keep(answer) }
    }

    private func subscriber(_ id: Identifier) -> OutboxState.Subscriber? {
        outbox.state.index(of: id).map { outbox.state.subscribers[$0] }
    }
}
