/// The deliveries to send to a webhook.
public struct DueDeliveries: Sendable, Equatable {
    /// Of an ordered webhook its pending deliveries by their event numbers, up to the first that is not due; of any other those that are due, the
    /// longest due first.
    public var deliveries: [Delivery]
    /// When a further delivery will be due: milliseconds since 1970; of an ordered webhook only its turn counts, the pending delivery with the
    /// lowest event number. `nil` where there is none, and where more may be due now than was asked for.
    public var nextAttempt: Int64?

    public init(_ deliveries: [Delivery] = [], nextAttempt: Int64? = nil) {
        self.deliveries = deliveries
        self.nextAttempt = nextAttempt
    }
}
