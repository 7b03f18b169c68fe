import Synchronization

/// What the writer counts for others to look at. Any thread may use it.
final class WriterMetrics: Sendable {
    struct Counts {
        /// Transactions that were committed with something in them.
        var commits = 0
        /// Writes that were run, refused ones too.
        var writes = 0
        /// Versions that were made.
        var versions = 0
        var batches = BatchSizes()
        var history = HistoryCounts()
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    /// A transaction of so many writes was committed.
    func committed(writes: Int, hasChanged: Bool, versions: Int) {
        state.withLock { counts in
            counts.writes &+= writes
            counts.versions &+= versions
            guard hasChanged else { return }
            counts.commits &+= 1
            if writes > 0 { counts.batches.add(writes) }
        }
    }

    /// A list counted for `old` so far, and now counts for `new`.
    func replace(_ old: HistoryCounts, with new: HistoryCounts) {
        guard old != new else { return }
        state.withLock { $0.history = $0.history + new - old }
    }
}
