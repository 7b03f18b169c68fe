/// The writer's connection: its transactions and savepoints, and the write-ahead log that they fill.
///
/// Confined to the writer's thread.
final class WriterConnection {
    /// Milliseconds that the writer waits for readers when it restarts the log.
    private static let restartPatience: Int32 = 250

    let log = LogGauge()
    private let connection: DatabaseConnection
    private let beginning: PreparedStatement
    private let commitment: PreparedStatement
    private let rollback: PreparedStatement
    private let setSavepoint: PreparedStatement
    private let release: PreparedStatement
    private let rollbackToSavepoint: PreparedStatement
    private let beforeCommit: (@Sendable () throws -> Void)?
    private let recorder: StatementRecorder?

    /// - Parameter beforeCommit: Called before each commit.
    init(_ connection: DatabaseConnection, beforeCommit: (@Sendable () throws -> Void)?) throws {
        self.connection = connection
        recorder = connection.recorder
        self.beforeCommit = beforeCommit
        try connection.attach(log)
        beginning = try connection.statement("BEGIN IMMEDIATE")
        commitment = try connection.statement("COMMIT")
        rollback = try connection.statement("ROLLBACK")
        setSavepoint = try connection.statement("SAVEPOINT work")
        release = try connection.statement("RELEASE work")
        rollbackToSavepoint = try connection.statement("ROLLBACK TO work")
    }

    /// Begins a transaction, which ends with ``commit()`` or with ``rollBack()``.
    func begin() throws {
        try beginning.run()
        recorder?.open()
    }

    /// Makes the transaction durable.
    ///
    /// - Parameter append: Called first, with what was recorded; `nil` where nobody wants to know.
    func commit(_ append: ((StatementRecorder.Recording) throws -> Void)? = nil) throws {
        guard beginning.isInTransaction else { throw SQLiteFailure.givenUp }
        if let recorder { try append?(recorder.recording) }
        try beforeCommit?()
        try commitment.run()
        recorder?.close(isCommitted: true)
    }

    /// Takes back the transaction that is open, if one is: SQLite may have given it up by itself.
    func rollBack() {
        recorder?.close(isCommitted: false)
        if beginning.isInTransaction { try? rollback.run() }
    }

    /// Begins what ``rollBackToSavepoint()`` takes back.
    func beginSavepoint() throws {
        try setSavepoint.run()
        recorder?.beginSavepoint()
    }

    func releaseSavepoint() throws {
        try release.run()
    }

    func rollBackToSavepoint() throws {
        try rollbackToSavepoint.run()
        recorder?.rollBackToSavepoint()
        try release.run()
    }

    /// Moves the whole write-ahead log into the database, so that it starts from its beginning again. Waits a moment for readers and for
    /// a checkpoint that is running.
    func restartLog(truncate: Bool = false) throws {
        try connection.checkpoint(truncate ? .truncate : .restart, patience: Self.restartPatience)
        log.reset()
    }

    /// The histories of all lists.
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
