import Ports
import Synchronization

/// The log's lock: an advisory lock of the transaction that its connection is in.
final class PostgresLock: LogLock {
    let run: LogRun
    private let log: PostgresLog
    /// `nil` once it was used.
    private let connection: Mutex<LogConnection?>

    init(_ run: LogRun, _ connection: LogConnection, of log: PostgresLog) {
        self.run = run
        self.log = log
        self.connection = Mutex(connection)
    }

    /// A lock that is let go unused is released.
    deinit {
        release()
    }

    func append(_ entry: LogEntry) throws {
        guard let connection = take() else { throw LogRefusal.unavailable("the lock was used before") }
        try log.append(entry, on: connection)
    }

    func release() {
        if let connection = take() { log.release(connection) }
    }

    private func take() -> LogConnection? { connection.withLock { $0.take() } }
}
