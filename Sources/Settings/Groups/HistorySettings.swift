/// `history.…`: how long a list's versions stay readable.
public struct HistorySettings: Sendable, Equatable {
    public var versions = 1_000
    public var seconds = 3_600
    /// For one list, beyond what its head needs.
    public var bytes = 1 << 30
}
