/// How long interactions and ended deliveries are kept.
public struct EventPolicy: Sendable, Equatable {
    /// Seconds that an interaction can be read back.
    public var interactionSeconds: Int64
    /// Seconds that a delivery stays in the log once it has ended; one that has not ended stays.
    public var deliverySeconds: Int64

    public init(interactionSeconds: Int64 = 2_592_000, deliverySeconds: Int64 = 2_592_000) {
        self.interactionSeconds = interactionSeconds
        self.deliverySeconds = deliverySeconds
    }
}
