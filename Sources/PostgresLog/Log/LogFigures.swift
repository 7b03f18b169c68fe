import Ports

/// Counts of a log, for metrics and for a server's readiness.
public struct LogFigures: Sendable {
    /// Entries, and the bytes of their data.
    public struct Traffic: Sendable {
        public private(set) var entries = 0
        public private(set) var bytes = 0

        mutating func add(entries: Int, bytes: Int) {
            self.entries += entries
            self.bytes += bytes
        }
    }

    /// Entries that this server appended.
    public var appended = Traffic()
    /// Entries that it read, its own among them.
    public var read = Traffic()
    /// How often it asked what is new.
    public var checks = 0
    /// The seconds that it waited for the log's lock.
    public var waits = LockWaits()
    /// The newest entry that it knows of.
    public var position: Int64 = 0
    var lastAnswer: ContinuousClock.Instant?

    /// Seconds since the log's last answer; since ever where there was none.
    public internal(set) var silence: Double {
        get { lastAnswer.map { (.now - $0) / .seconds(1) } ?? .infinity }
        set { lastAnswer = newValue.isFinite ? .now - .seconds(newValue) : nil }
    }

    mutating func note(_ position: LogPosition) {
        self.position = max(self.position, position.number)
    }
}

/// How long a server waited for the log's lock: a histogram.
public struct LockWaits: Sendable {
    /// Upper bounds in seconds; the last count is of what is above all.
    public static let bounds = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    public private(set) var sum = 0.0

    mutating func add(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}
