/// How long interactions and ended deliveries are kept.
public struct EventPolicy: Sendable, Equatable {
    /// Seconds that an interaction can be read back.
    public var interactionSeconds: Int64
    /// Seconds that a delivery stays in the log once it has ended; one that has not ended stays.
    public var deliverySeconds: Int64
    /// Bytes of data that did not arrive at the first attempt, kept so that further attempts send the same; the oldest events' goes first.
    public var keptDataBytes: Int

    public init(interactionSeconds: Int64 = 2_592_000, deliverySeconds: Int64 = 2_592_000, keptDataBytes: Int = 64 << 20) {
        self.interactionSeconds = interactionSeconds
        self.deliverySeconds = deliverySeconds
        self.keptDataBytes = keptDataBytes
    }

    /// Interactions up to this time are no longer read back.
    ///
    /// - Parameter now: Milliseconds since 1970, as is what is returned.
    public func interactionEnd(now: Int64) -> Int64 { Self.end(of: interactionSeconds, now: now) }

    /// Deliveries that ended up to this time are no longer kept.
    ///
    /// - Parameter now: Milliseconds since 1970, as is what is returned.
    public func deliveryEnd(now: Int64) -> Int64 { Self.end(of: deliverySeconds, now: now) }

    private static func end(of seconds: Int64, now: Int64) -> Int64 {
        let (age, isLong) = seconds.multipliedReportingOverflow(by: 1_000)
        let (end, isEarly) = now.subtractingReportingOverflow(age)
        return isLong || isEarly ? .min : end
    }
}
