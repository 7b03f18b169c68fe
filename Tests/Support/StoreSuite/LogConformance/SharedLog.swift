import Ports

/// A log that a check opens for one store after another.
struct SharedLog: Sendable {
    let open: @Sendable () throws -> any CommitLog

    init(_ open: @escaping @Sendable () throws -> any CommitLog) {
        self.open = open
    }

    /// Seconds that a check waits for a lock that is about to be free.
    static let patience = 60.0
}

extension CommitLog {
    /// Reads all entries behind a position, in as many runs as it takes.
    func readAll(after position: LogPosition = .beginning) throws -> [LogEntry] {
        var entries: [LogEntry] = []
        while true {
            let run = try read(after: entries.last?.position ?? position)
            entries += run.entries
            if run.isEnd { return entries }
            try expect(!run.entries.isEmpty, "a run that is not the end is empty")
        }
    }

    /// The log's last position, or the one that the lock was asked for with.
    func end(of lock: any LogLock, after position: LogPosition) throws -> LogPosition {
        let last = lock.run.entries.last?.position ?? position
        return lock.run.isEnd ? last : try readAll(after: last).last?.position ?? last
    }

    /// Takes the lock, reads what is new, and appends.
    ///
    /// - Returns: What was appended.
    @discardableResult
    func append(_ data: [UInt8], after position: LogPosition = .beginning, id: Int64 = .random(in: 1...Int64.max)) throws -> LogEntry {
        let lock = try lock(after: position, within: SharedLog.patience)
        let last = try end(of: lock, after: position)
        let entry = LogEntry(following: last, id: id, data)
        try lock.append(entry)
        return entry
    }
}

extension LogEntry {
    /// The entry behind a position.
    init(following last: LogPosition, id: Int64 = .random(in: 1...Int64.max), _ data: [UInt8]) {
        self.init(position: LogPosition(number: last.number + 1, id: id), previous: last.id, schema: 2, data: data)
    }
}

/// Fails unless `body` throws the refusal.
func expectRefusal<Value>(_ what: String, _ isWanted: (LogRefusal) -> Bool, _ body: () throws -> Value) throws {
    do {
        _ = try body()
    } catch let refusal as LogRefusal {
        return try expect(isWanted(refusal), "\(what): \(refusal)")
    }
    throw ConformanceFailure("\(what): went through")
}
