import Foundations
public import Logging
public import Ports
import Synchronization

/// A ``CommitLog`` in the tables of one PostgreSQL.
///
/// It has three connections: the one that has the log's lock while it appends, one that reads, and one that a thread waits on for news.
public final class PostgresLog: CommitLog {
    /// Seconds until a call without an answer is given up.
    static let answerSeconds = 10.0
    /// Seconds beyond the wait for a lock after which PostgreSQL should have said that it was not free.
    private static let graceSeconds = 2.0

    private let access: LogAccess
    private let connections: PostgresConnections
    private let watch: LogWatch
    private let counts = Mutex(LogFigures())
    /// The notice that the other servers have.
    private let told = Mutex(ServerNotice())
    /// The server's number and the log's history, once ``join(_:)`` was called.
    private let membership = Mutex<(server: Int64, history: String)?>(nil)

    /// Nothing connects yet.
    ///
    /// - Throws: ``PostgresAddressError``
    public init(_ configuration: PostgresLogConfiguration, logger: Logger) throws {
        let access = try LogAccess(configuration)
        self.access = access
        connections = PostgresConnections { deadline throws(PostgresFailure) in try access.openLog(until: deadline) }
        watch = LogWatch(access, logger: logger)
    }

    deinit {
        close()
    }

    /// Warnings for an operator about the way to PostgreSQL, a line each. It asks PostgreSQL as well.
    ///
    /// - Throws: ``LogRefusal`` `unavailable` where the log can't be used, with the reason.
    public func warnings() throws -> [String] {
        let (connection, rows) = try ask { connection, deadline throws(PostgresFailure) in
            try connection.postgres.run([Self.unsafeStandby], until: deadline)
        }
        connections.giveBack(connection)
        let hasUnsafeStandby = rows[0].integer(0, 0) == 1
        return access.warnings
            + (hasUnsafeStandby
                ? ["PostgreSQL has a standby that no commit waits for (synchronous_standby_names is empty): a failover may lose writes"]
                : [])
    }

    public func join(_ server: Int64) throws -> String {
        let connection = try refusing { () throws(PostgresFailure) in try access.openLog(until: Self.deadline()) }
        try refusing { () throws(PostgresFailure) in try LogWatch.attach(connection, server: server, until: Self.deadline()) }
        let isFirst = membership.withLock { membership in
            defer { membership = membership ?? (server, connection.history) }
            return membership == nil
        }
        guard isFirst else { throw LogRefusal.unavailable("this server has joined the log already") }
        watch.start(connection, server: server)
        return connection.history
    }

    public func lock(after position: LogPosition, within seconds: Double) throws -> any LogLock {
        let start = ContinuousClock.now
        let wait = max(Self.answerSeconds, seconds + Self.graceSeconds)
        var (connection, rows) = try ask(within: wait) { connection, deadline throws(PostgresFailure) in
            try connection.waitForLocks(seconds: seconds, until: deadline)
            do throws(PostgresFailure) {
                return try connection.postgres.run(
                    EntryStatements.lock(after: position) + Self.comparison(connection, with: position), until: deadline)
            } catch  where error.kind == .refused {
                self.release(connection)
                throw error.code == .lockNotAvailable
                    ? PostgresFailure(.refused, "other servers had the log's lock for \(seconds) s") : error
            }
        }
        counts.withLock { $0.waits.add((.now - start) / .seconds(1)) }
        do {
            let run = try read(rows.dropFirst(2), after: position, on: &connection)
            return PostgresLock(run, connection, of: self)
        } catch {
            release(connection)
            throw error
        }
    }

    public func read(after position: LogPosition) throws -> LogRun {
        var (connection, rows) = try ask { connection, deadline throws(PostgresFailure) in
            try connection.postgres.run(
                [EntryStatements.read(after: position)] + Self.comparison(connection, with: position), until: deadline)
        }
        defer { connections.giveBack(connection) }
        counts.withLock { $0.checks += 1 }
        return try read(rows[...], after: position, on: &connection)
    }

    public func onNews(_ wake: @escaping @Sendable () -> Void) { watch.observe(wake) }

    /// Has the server lead whenever no other server of the log does: at once, or within 2 s after the last one is gone.
    ///
    /// - Parameters:
    ///   - isAble: Whether it can. One that no longer can lets another server lead.
    ///   - leader: Is called when it begins to lead, and when it no longer may. Another server may lead already by then, for as long as a
    ///     connection that is lost goes unnoticed, which is 10 s at most. It returns at once.
    public func lead(while isAble: @escaping @Sendable () -> Bool = { true }, _ leader: @escaping @Sendable (Bool) -> Void) {
        watch.lead(while: isAble, leader)
    }

    /// Whether it leads.
    public var isLeading: Bool { watch.isLeading }

    /// Stops the thread that waits for news, and closes the connections. Calls that come later make connections of their own.
    public func close() {
        watch.stop()
        connections.closeIdle()
    }

    /// Makes the log's tables, or brings them up to date. That wants the owner of the database, or of the schema `sectional`.
    ///
    /// - Returns: Whether there were none.
    /// - Throws: ``PostgresAddressError``, or ``LogRefusal`` `unavailable`.
    public static func migrate(_ configuration: PostgresLogConfiguration) throws -> Bool {
        let access = try LogAccess(configuration)
        return try access.refusing { () throws(PostgresFailure) in
            try LogSchema.migrate(try access.connect(until: deadline()), until: deadline(60))
        }
    }

    /// The log's host, port and database.
    public var address: String { "\(access)" }

    /// Its counts since it was made.
    public var figures: LogFigures {
        var figures = counts.withLock { $0 }
        (figures.position, figures.silence) = (max(figures.position, watch.position), min(figures.silence, watch.silence))
        return figures
    }
}

extension PostgresLog {
    /// Appends, and releases the lock.
    func append(_ entry: LogEntry, on connection: LogConnection) throws {
        do throws(PostgresFailure) {
            _ = try connection.postgres.run(EntryStatements.append(entry, server: number), until: Self.deadline())
        } catch {
            throw failure(error, ofAppendOn: connection)
        }
        connections.giveBack(connection)
        counts.withLock { figures in
            figures.appended.add(entries: 1, bytes: entry.data.count)
            figures.note(entry.position)
        }
        watch.announce()
    }

    /// The server's number; 0 before it has joined.
    var number: Int64 { membership.withLock { $0?.server ?? 0 } }

    /// The notice that the other servers have.
    var notice: ServerNotice { told.withLock { $0 } }

    func note(_ notice: ServerNotice) { told.withLock { $0 = notice } }

    /// Keeps a connection for the next call.
    func giveBack(_ connection: LogConnection) { connections.giveBack(connection) }

    /// Releases the lock. A connection that can't is closed, which does the same.
    func release(_ connection: LogConnection) {
        guard (try? connection.postgres.run([EntryStatements.rollback], until: Self.deadline())) != nil else { return }
        connections.giveBack(connection)
    }

    /// The meaning of a failed append. PostgreSQL answers in order: where it refuses the insertion or the commit, nothing was appended.
    private func failure(_ failure: PostgresFailure, ofAppendOn connection: LogConnection) -> any Error {
        let words = "\(access): \(failure)"
        if failure.kind == .refused { release(connection) }
        guard failure.kind == .refused || failure.code != nil && failure.step == 0 else { return LogDoubt(words) }
        return [.uniqueViolation, .idleInTransaction].contains(failure.code) ? LogRefusal.overtaken : .unavailable(words)
    }

    /// Asks over a connection of the caller's own.
    func ask(
        within seconds: Double = answerSeconds,
        _ body: (inout LogConnection, ContinuousClock.Instant) throws(PostgresFailure) -> [PostgresRows]
    ) throws -> (LogConnection, [PostgresRows]) {
        let deadline = Self.deadline(seconds)
        let answer = try refusing { () throws(PostgresFailure) in
            try connections.withConnection(until: deadline) { connection throws(PostgresFailure) in
                let rows = try body(&connection, deadline)
                return (connection, rows)
            }
        }
        counts.withLock { $0.lastAnswer = .now }
        return answer
    }

    /// Reads the answers to ``EntryStatements/read(after:)`` and to ``comparison(_:with:)``.
    private func read(
        _ rows: ArraySlice<PostgresRows>, after position: LogPosition, on connection: inout LogConnection
    ) throws(LogRefusal) -> LogRun {
        let history = membership.withLock { $0?.history }
        guard let entries = rows.first, history == nil || history == connection.history else { throw .diverged(position) }
        let run = try EntryStatements.run(entries, after: position)
        // Entries behind the position name its id; without one the log is asked for it.
        if run.entries.isEmpty, let found = rows.dropFirst().first, found.count == 0 || found.integer(0, 0) != position.id {
            throw .diverged(position)
        }
        connection.isCompared = true
        counts.withLock { figures in
            figures.read.add(entries: run.entries.count, bytes: run.entries.reduce(0) { $0 + $1.data.count })
            figures.note(run.entries.last?.position ?? position)
        }
        return run
    }

    /// On a connection that is new, the question whether the log has the entry at a position.
    private static func comparison(_ connection: LogConnection, with position: LogPosition) -> [PostgresStep] {
        connection.isCompared || position == .beginning ? [] : [EntryStatements.identify(position)]
    }

    private func refusing<Value>(_ body: () throws(PostgresFailure) -> Value) throws(LogRefusal) -> Value { try access.refusing(body) }

    private static func deadline(_ seconds: Double = answerSeconds) -> ContinuousClock.Instant { .now + .seconds(seconds) }

    private static let unsafeStandby = PostgresStep(
        "SELECT current_setting('synchronous_standby_names') = '' AND EXISTS (SELECT FROM pg_stat_replication)")
}
