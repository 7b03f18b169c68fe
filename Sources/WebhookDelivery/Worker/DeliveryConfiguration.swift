/// How the worker sends.
public struct DeliveryConfiguration: Sendable, Equatable {
    public var transfer: TransferSettings
    public var limits: DeliveryLimits
    /// Milliseconds between two looks at what time alone changes, such as a webhook that has failed for too long.
    public var lookInterval: Int64
    /// Milliseconds to wait after the store has refused a read or a write.
    public var pause: Int64

    public init(
        transfer: TransferSettings = TransferSettings(), limits: DeliveryLimits = DeliveryLimits(), lookInterval: Int64 = 30_000,
        pause: Int64 = 250
    ) {
        self.transfer = transfer
        self.limits = limits
        self.lookInterval = lookInterval
        self.pause = pause
    }
}
