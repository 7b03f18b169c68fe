/// The writer's connection: its transactions and savepoints, and the write-ahead log that they fill.
///
/// Confined to the writer's thread.
final class WriterConnection {
    /// Milliseconds that the writer waits for readers when it restarts the log.
    private static let restartPatience: Int32 = 250

    let log = LogGauge()
    private let connection: Connection
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let rollback: PreparedStatement
    private let setSavepoint: PreparedStatement
    private let release: PreparedStatement
    private let rollBack: PreparedStatement
    private let beforeCommit: (@Sendable () throws -> Void)?

    /// - Parameter beforeCommit: Called before each commit.
    init(_ connection: Connection, beforeCommit: (@Sendable () throws -> Void)?) throws {
        self.connection = connection
        self.beforeCommit = beforeCommit
        try connection.attach(log)
        begin = try connection.statement("BEGIN IMMEDIATE")
        commit = try connection.statement("COMMIT")
        rollback = try connection.statement("ROLLBACK")
        setSavepoint = try connection.statement("SAVEPOINT work")
        release = try connection.statement("RELEASE work")
        rollBack = try connection.statement("ROLLBACK TO work")
    }

    /// Runs `body` in one transaction, durable when this returns; nothing of it happens if it throws.
    func transaction(_ body: () throws -> Void) throws {
        try SQLiteFailure.wrapping("begin") { try begin.run() }
        do {
            try body()
            guard begin.isInTransaction else { throw SQLiteFailure.givenUp }
            try beforeCommit?()
            try SQLiteFailure.wrapping("commit") { try commit.run() }
        } catch {
            if begin.isInTransaction { try? rollback.run() }
            throw error
        }
    }

    /// Begins what ``rollBackToSavepoint()`` takes back.
    func beginSavepoint() throws {
        try setSavepoint.run()
    }

    func releaseSavepoint() throws {
        try release.run()
    }

    func rollBackToSavepoint() throws {
        try rollBack.run()
        try release.run()
    }

    /// Moves the whole write-ahead log into the database, so that it starts from its beginning again. Waits a moment for readers and for
    /// a checkpoint that is running.
    func restartLog(truncate: Bool = false) throws {
        try connection.checkpoint(truncate ? .truncate : .restart, patience: Self.restartPatience)
        log.reset()
    }

    /// What all lists keep beside their heads.
    func historyCounts() throws -> HistoryCounts {
        try connection.statement(HistoryCounts.sql).first { row in
            var counts = HistoryCounts()
            counts.versions = row["versions"]
            counts.bytes = row["bytes"]
            counts.uncollected = row["uncollected"]
            counts.deletedLists = row["deleted_lists"]
            return counts
        } ?? HistoryCounts()
    }
}
