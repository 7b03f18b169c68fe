public import Lists

/// The changes of webhooks and deliveries by a commit, as the ids of the webhooks.
public struct OutboxChange: Sendable, Equatable {
    /// Webhooks that were added, changed or deleted.
    public var webhooks: Set<Identifier> = []
    /// Webhooks with new deliveries that are due.
    public var deliveries: Set<Identifier> = []
    /// Webhooks with deliveries that had an attempt and are due again, by hand.
    public var retries: Set<Identifier> = []

    public init() {}

    public var isEmpty: Bool { webhooks.isEmpty && deliveries.isEmpty && retries.isEmpty }

    public mutating func formUnion(_ other: OutboxChange) {
        webhooks.formUnion(other.webhooks)
        deliveries.formUnion(other.deliveries)
        retries.formUnion(other.retries)
    }
}
