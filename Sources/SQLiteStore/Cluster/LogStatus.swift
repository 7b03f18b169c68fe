/// How far a store is in its log.
public struct LogStatus: Sendable {
    /// The number of the last entry that readers see.
    public var position: Int64 = 0
    /// Seconds since readers saw all that the log had.
    public var lagSeconds = 0.0
    /// Seconds that it took to apply the entries of other stores.
    public var applySeconds = 0.0
}
