/// How new the copy of a store has to be that a reader of a cluster is shown.
public struct Freshness: Sendable, Equatable {
    /// Seconds since the log was last asked up to which it is not asked again. At 0 a read sees all that was committed when it began.
    public var seconds: Double
    /// Seconds since the log last answered up to which the copy is shown while the log gives no answer. At 0 such reads are refused.
    public var staleSeconds: Double

    public init(seconds: Double = 0, staleSeconds: Double = 0) {
        self.seconds = seconds
        self.staleSeconds = staleSeconds
    }
}
