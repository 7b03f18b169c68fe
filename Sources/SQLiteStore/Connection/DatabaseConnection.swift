import GRDB
import GRDBSQLite

/// A connection to a database file. It closes when it and its statements have gone.
///
/// Any thread may call its methods; its statements belong to one thread at a time.
final class DatabaseConnection: Sendable {
    /// How far a checkpoint goes.
    enum Checkpoint {
        /// As far as nobody has to wait.
        case passive
        /// To the end, so that the log is written from its beginning again.
        case restart
        /// To the end, and the log's file is emptied.
        case truncate
    }

    /// Milliseconds that a connection waits for another that is in its way.
    static let patience: Int32 = 5000

    private let queue: DatabaseQueue
    /// Records the statements that write; `nil` where nobody wants to know.
    let recorder: StatementRecorder?

    var path: String { queue.path }

    /// Opens a file.
    ///
    /// - Parameter setUp: SQL that runs first.
    init(_ path: String, readonly: Bool = false, setUp: String, recorder: StatementRecorder? = nil) throws {
        self.recorder = recorder
        var settings = Configuration()
        settings.readonly = readonly
        settings.foreignKeysEnabled = false
        settings.busyMode = .timeout(Double(Self.patience) / 1000)
        settings.allowsUnsafeTransactions = true
        settings.prepareDatabase { try $0.execute(sql: setUp) }
        queue = try SQLiteFailure.wrapping("open \(path)") { try DatabaseQueue(path: path, configuration: settings) }
        queue.inDatabase { database in
            // GRDB hooks into each commit for observers. There are none, and its hooks fail outside of its own queue.
            sqlite3_commit_hook(database.sqliteConnection, nil, nil)
            sqlite3_rollback_hook(database.sqliteConnection, nil, nil)
        }
    }

    /// Prepares a statement, which keeps the connection open.
    func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(self, sql) }

    /// GRDB's part of a prepared statement.
    func prepare(_ sql: String) throws -> Statement {
        try run("prepare") { try $0.makeStatement(sql: sql) }
    }

    /// Runs statements without parameters.
    func execute(_ sql: String) throws {
        try run(sql) { try $0.execute(sql: sql) }
    }

    /// The first column of the first row; `nil` where there is no row.
    func value<Value: SQLValue>(_ sql: String) throws -> Value? { try statement(sql).value() }

    /// The first column of all rows.
    func values<Value: SQLValue>(_ sql: String) throws -> [Value] { try statement(sql).all { $0[0] } }

    func hasTable(_ name: String) throws -> Bool {
        try statement("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").value(name) == 1
    }

    /// Moves the write-ahead log into the database.
    ///
    /// - Parameter patience: Milliseconds to wait for others.
    func checkpoint(_ checkpoint: Checkpoint, patience: Int32 = DatabaseConnection.patience) throws {
        try run("checkpoint") { database in
            sqlite3_busy_timeout(database.sqliteConnection, patience)
            defer { sqlite3_busy_timeout(database.sqliteConnection, Self.patience) }
            let mode: Database.CheckpointMode =
                switch checkpoint {
                case .passive: .passive
                case .restart: .restart
                case .truncate: .truncate
                }
            _ = try database.checkpoint(mode)
        }
    }

    /// Has SQLite report the log's pages after each commit. The gauge must live as long as the connection.
    func attach(_ gauge: LogGauge) throws {
        try run("attach") { gauge.attach(to: $0.sqliteConnection) }
    }

    /// Begins a transaction that never ends, and that `interruption` breaks off between two of so many steps of SQLite's machine.
    ///
    /// The interruption must live as long as the connection.
    func beginForGood(_ interruption: Interruption, checkedSteps: Int32) throws {
        try run("begin") { database in
            try database.execute(sql: "BEGIN")
            // SQLite keeps the pointer without retaining it.
            sqlite3_progress_handler(
                database.sqliteConnection, checkedSteps, checkInterruption, Unmanaged.passUnretained(interruption).toOpaque())
        }
    }

    /// Copies all pages, as this connection sees them, over those of another database.
    func copy(to target: DatabaseConnection, pagesPerStep: Int32, progress: (Double) -> Void) throws {
        try withoutActuallyEscaping(progress) { progress in
            try run("back up") { source in
                try target.run("back up") { target in
                    try source.backup(to: target, pagesPerStep: pagesPerStep) { step in
                        progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                    }
                }
            }
        }
    }

    /// Runs the migrations that have not run yet, each in a transaction of its own.
    func migrate(_ migrations: [Migration]) throws {
        try SQLiteFailure.wrapping("migrate") { try Self.migrator(migrations).migrate(queue) }
    }

    /// Whether all of the migrations have run.
    func hasRun(_ migrations: [Migration]) throws -> Bool {
        try run("migrate") { try Self.migrator(migrations).hasCompletedMigrations($0) }
    }

    /// Closes at once; no statement may be left.
    func close() throws {
        try SQLiteFailure.wrapping("close") { try queue.close() }
    }

    private static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        return migrator
    }

    private func run<Value>(_ operation: String, _ body: (Database) throws -> Value) throws -> Value {
        try SQLiteFailure.wrapping(operation) { try queue.unsafeReentrantWrite(body) }
    }
}

/// Called by SQLite while a statement runs: any result but 0 ends the statement.
private func checkInterruption(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return 0 }
    return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
}
