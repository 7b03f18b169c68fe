/// The deliveries that are still pending.
public struct DeliveryBacklog: Sendable, Equatable {
    public let pending: Int
    /// When the oldest of them was made: milliseconds since 1970, UTC.
    public let oldest: Int64?

    public init(pending: Int, oldest: Int64?) {
        self.pending = pending
        self.oldest = oldest
    }
}
