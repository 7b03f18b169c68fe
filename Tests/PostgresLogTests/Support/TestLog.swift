import Logging
import PostgresLog
import Ports
import TestSupport

/// A log in a database of its own.
struct TestLog: Sendable {
    let cluster: PostgresCluster
    let database: String
    let lines = LoggedLines()

    init(in cluster: PostgresCluster? = nil) throws {
        self.cluster = try cluster ?? .shared
        database = try self.cluster.makeDatabase()
        _ = try PostgresLog.migrate(PostgresLogConfiguration(url: url))
    }

    var url: String { cluster.url(database) }

    /// One more server's way to the log.
    func open(_ url: String? = nil) throws -> PostgresLog {
        try PostgresLog(PostgresLogConfiguration(url: url ?? self.url), logger: lines.logger(from: .trace))
    }

    /// Ends sessions in the database, as an operator or a failover would.
    func terminate(where condition: String = "true") throws {
        try cluster.run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '\(database)' AND \(condition)")
    }
}

extension PostgresLog {
    /// Takes the lock and appends an entry with an id, or with a random one.
    @discardableResult
    func append(after position: LogPosition = .beginning, id: Int64 = .random(in: 1...Int64.max), _ data: [UInt8] = [1]) throws -> LogEntry
    {
        let lock = try lock(after: position, within: 60)
        let last = lock.run.entries.last?.position ?? position
        let entry = LogEntry(position: LogPosition(number: last.number + 1, id: id), previous: last.id, schema: 2, data: data)
        try lock.append(entry)
        return entry
    }
}
