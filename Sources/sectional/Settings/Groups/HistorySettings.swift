/// `history.…`: how long a list's versions stay readable.
struct HistorySettings: Sendable, Equatable {
    var versions = 1_000
    var seconds = 3_600
    /// For one list, beyond what its head needs.
    var bytes = 1 << 30
}
