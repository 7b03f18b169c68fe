import Synchronization

/// What the writer counts for others to look at. Any thread may use it.
final class StoreFigures: Sendable {
    private let state = Mutex((batches: BatchSizes(), history: HistoryCounts()))

    var batchSizes: BatchSizes { state.withLock { $0.batches } }

    var history: HistoryCounts { state.withLock { $0.history } }

    /// A transaction was committed that changed something for that many writes.
    func committed(writes: Int) {
        state.withLock { $0.batches.add(writes) }
    }

    /// A list counted for `old` so far, and now counts for `new`.
    func replace(_ old: HistoryCounts, with new: HistoryCounts) {
        guard old != new else { return }
        state.withLock { $0.history = $0.history + new - old }
    }
}
