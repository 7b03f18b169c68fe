public import HTTPClient

/// How the worker sends.
public struct DeliveryConfiguration: Sendable, Equatable {
    public var transfer = TransferSettings()
    public var limits = DeliveryLimits()
    /// Milliseconds between two looks at what time alone changes, such as a webhook that has failed for too long.
    var lookInterval: Int64 = 30_000
    /// Milliseconds to wait after the store has refused a read or a write.
    var pause: Int64 = 250

    public init() {}
}
