/// One commit of one store, as all stores of a log apply it.
public struct LogEntry: Sendable, Equatable {
    public let position: LogPosition
    /// The id of the entry before it; 0 for the first.
    public let previous: Int64
    /// The number of migrations that the store had which made it. A store that knows fewer can't apply it.
    public let schema: Int
    /// The content, which the stores alone understand.
    public let data: [UInt8]

    public init(position: LogPosition, previous: Int64, schema: Int, data: [UInt8]) {
        self.position = position
        self.previous = previous
        self.schema = schema
        self.data = data
    }
}

/// Entries that follow each other without a gap.
public struct LogRun: Sendable {
    public let entries: [LogEntry]
    /// Whether the log had no more when it was asked.
    public let isEnd: Bool

    public init(entries: [LogEntry], isEnd: Bool) {
        self.entries = entries
        self.isEnd = isEnd
    }
}
