public import Lists
public import Ports

extension SQLiteListStore: WebhookStore {
    /// `nil` for a store that only reads.
    private var registry: WebhookRegistry? { writing?.writer.webhooks }

    public func webhooks() throws -> [Webhook] {
        if let registry { return registry.webhooks }
        return try records.withReader { reader in try reader.transaction { try reader.outbox.webhooks() } }
    }

    public func webhook(_ id: Identifier) throws -> Webhook? {
        if let registry { return registry.webhook(id) }
        return try records.withReader { reader in try reader.transaction { try reader.outbox.webhook(id) } }
    }

    public func deliveries(to webhook: Identifier, status: Delivery.Status?, after: Identifier?, limit: Int) throws -> [Delivery]? {
        try records.withReader { reader in
            try reader.transaction { try reader.outbox.deliveries(to: webhook, status: status, after: after, limit: limit) }
        }
    }

    public func delivery(_ id: Identifier, to webhook: Identifier) throws -> Delivery? {
        try records.withReader { reader in try reader.transaction { try reader.outbox.delivery(id, to: webhook) } }
    }

    public func due(to webhook: Identifier, isOrdered: Bool, now: Int64, limit: Int) throws -> DueDeliveries {
        guard let (subscriber, lastEvent) = registry?.find(webhook), let subscriber, subscriber.webhook.health.status != .disabled else {
            return DueDeliveries()
        }
        return try records.withReader { reader in
            try reader.transaction {
                try reader.outbox.due(
                    to: webhook, number: subscriber.number, isOrdered: isOrdered, now: now, limit: limit, upTo: lastEvent)
            }
        }
    }

    public func event(_ number: Int64) throws -> Event? {
        try records.withReader { try $0.outbox.event(number) }
    }

    public func backlog() throws -> DeliveryBacklog {
        try records.withReader { try $0.outbox.backlog() }
    }

    public func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) {
        writing?.writer.outboxObserver.set(wake)
    }

    public func writeWebhooks<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = WriteJob(webhooks: work, completion: completion)
        guard let writing else { return job.refuse(Self.readOnly) }
        writing.writer.queue.add(job)
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
