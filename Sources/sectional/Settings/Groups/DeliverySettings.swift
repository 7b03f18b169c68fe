/// `deliveries.…`: how long the log of deliveries is kept.
struct DeliverySettings: Sendable, Equatable {
    /// From the end of a delivery.
    var seconds = 2_592_000
}
