/// `deliveries.…`: how long the log of deliveries is kept.
public struct DeliverySettings: Sendable, Equatable {
    /// From the end of a delivery.
    public var seconds = 2_592_000
}
