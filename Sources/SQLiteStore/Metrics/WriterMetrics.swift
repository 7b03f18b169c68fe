import Synchronization

/// The writer's counters, for metrics. Any thread may use it.
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
    ///
    /// - Parameter history: The growth of the lists' histories.
    func committed(writes: Int, hasChanged: Bool, versions: Int, history: HistoryCounts) {
        state.withLock { counts in
            counts.history = counts.history + history
            counts.writes &+= writes
            counts.versions &+= versions
            guard hasChanged else { return }
            counts.commits &+= 1
            if writes > 0 { counts.batches.add(writes) }
        }
    }

    /// Sets the counts of all lists' histories when the writer begins.
    func begin(with history: HistoryCounts) {
        state.withLock { $0.history = history }
    }
}

/// How many writes were committed together.
public struct BatchSizes: Sendable, Equatable {
    /// Upper bounds of ``counts``.
    public static let bounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

    /// Commits by the first bound that they do not pass; those that pass all come last.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// Writes of all commits together.
    public private(set) var sum = 0

    mutating func add(_ writes: Int) {
        counts[Self.bounds.firstIndex { writes <= $0 } ?? Self.bounds.count] += 1
        sum &+= writes
    }
}

/// Counts of the versions and bytes that lists keep beside their heads.
public struct HistoryCounts: Sendable, Equatable {
    /// Versions that stay readable, heads aside.
    public internal(set) var versions: Int64 = 0
    /// Bytes that they take beside the heads.
    public internal(set) var bytes: Int64 = 0
    /// Versions that have left the history and whose rows are still to be deleted.
    public internal(set) var uncollected: Int64 = 0
    /// Deleted lists whose rows are still to be deleted.
    public internal(set) var deletedLists: Int64 = 0

    /// Sums over all rows of `list`.
    static let sql = """
        SELECT coalesce(sum(CASE WHEN deleted IS NULL THEN head - oldest END), 0) AS versions,
            coalesce(sum(CASE WHEN deleted IS NULL THEN history_bytes END), 0) AS bytes,
            coalesce(sum(CASE WHEN deleted IS NULL THEN oldest - collected END), 0) AS uncollected,
            coalesce(sum(deleted IS NOT NULL AND has_rows), 0) AS deleted_lists
        FROM list
        """

    public init() {}

    /// The counts of one list.
    init(_ row: IncarnationRow) {
        guard row.deleted == nil else {
            deletedLists = row.hasRows ? 1 : 0
            return
        }
        versions = row.head - row.oldest
        bytes = row.historyBytes
        uncollected = row.oldest - row.collected
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.versions &+= right.versions
        sum.bytes &+= right.bytes
        sum.uncollected &+= right.uncollected
        sum.deletedLists &+= right.deletedLists
        return sum
    }

    static func - (left: Self, right: Self) -> Self {
        var difference = left
        difference.versions &-= right.versions
        difference.bytes &-= right.bytes
        difference.uncollected &-= right.uncollected
        difference.deletedLists &-= right.deletedLists
        return difference
    }
}
