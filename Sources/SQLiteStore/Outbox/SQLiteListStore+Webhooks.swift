public import Lists
public import Ports

extension SQLiteListStore: WebhookStore {
    public func webhooks() throws -> [Webhook] {
        try records.withReader { reader in try reader.transaction { try reader.outbox.webhooks() } }
    }

    public func webhook(_ id: Identifier) throws -> Webhook? {
        try records.withReader { reader in try reader.transaction { try reader.outbox.webhook(id) } }
    }

    public func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        try records.withReader { reader in
            try reader.transaction { try reader.outbox.deliveries(to: webhook, status: status, after: after, limit: limit) }
        }
    }

    public func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        try records.withReader { reader in try reader.transaction { try reader.outbox.delivery(id, to: webhook) } }
    }

    public func dueDeliveries(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> [Delivery] {
        let event = writing?.writer.visibleEvent ?? .max
        return try records.withReader { reader in
            try reader.transaction {
                try reader.outbox.dueDeliveries(to: webhook, isOrdered: isOrdered, now: now, limit: limit, upTo: event)
            }
        }
    }

    public func nextAttempt(to webhook: Identifier, isOrdered: Bool, after now: Int64) throws -> Int64? {
        try records.withReader { reader in
            try reader.transaction { try reader.outbox.nextAttempt(to: webhook, isOrdered: isOrdered, after: now) }
        }
    }

    public func event(_ number: Int64) throws -> Event? {
        try records.withReader { try $0.outbox.event(number) }
    }

    public func backlog() throws -> DeliveryBacklog {
        try records.withReader { try $0.outbox.backlog() }
    }

    public func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) {
        writing?.writer.onOutboxChange(wake)
    }

    public func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = WriteJob(webhooks: work, completion: completion)
        guard let writing else { return job.refuse(Self.readOnly) }
        writing.writer.add(job)
    }

    public func interactionStart(of id: ListID, last count: Int) throws -> Int64 {
        guard try watch(id) != nil else { throw ListError.notFound(id) }
        return try records.withReader { reader in
            try reader.transaction { try reader.outbox.interactionStart(of: id, last: count, end: interactionEnd) }
        }
    }

    /// Interactions up to this time are not kept.
    private var interactionEnd: Int64 { writing == nil ? .min : configuration.events.interactionEnd(now: now()) }

    public func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage {
        guard try watch(id) != nil else { throw ListError.notFound(id) }
        let end = interactionEnd
        return try records.withReader { reader in
            try reader.transaction { try reader.outbox.interactions(of: id, after: after, limit: max(0, limit), end: end) }
        }
    }
}
