/// The versions of a list that have left its history: readers of other servers may have begun to read them before they knew.
struct SettlingHistory {
    /// The newest version that nobody begins to read any more.
    private(set) var settled: Int64
    /// A version that has left the history since, and when that was seen.
    private var next: (version: Int64, since: UInt64)?

    init(settled: Int64) {
        self.settled = settled
    }

    /// Takes in which version has left the history last, and returns the newest that has settled.
    ///
    /// - Parameter seconds: How long a version takes to settle.
    mutating func take(_ version: Int64, seconds: Double) -> Int64 {
        guard seconds > 0 else {
            settled = version
            return settled
        }
        if let next, next.since <= Uptime.ago(seconds: seconds) {
            settled = max(settled, next.version)
            self.next = nil
        }
        if next == nil, version > settled { next = (version, Uptime.now) }
        return settled
    }
}
