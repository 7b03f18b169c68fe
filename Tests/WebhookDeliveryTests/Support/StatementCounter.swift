import GRDBSQLite
import Synchronization

/// Counts the SQL statements that this process runs on one database file, over all connections that are opened from now on.
final class StatementCounter: Sendable {
    private static let counts = Mutex<[String: Int]>([:])
    private static let isInstalled: Bool = {
        // SQLite declares the function that it calls as one without parameters.
        let hook = unsafeBitCast(traceStatements, to: (@convention(c) () -> Void).self)
        return sqlite3_auto_extension(hook) == SQLITE_OK
    }()

    private let path: String

    /// - Parameter path: The file's absolute path.
    init(_ path: String) throws {
        guard Self.isInstalled else { throw TestFailure("SQLite takes no extension") }
        self.path = path
        Self.counts.withLock { $0[path] = 0 }
    }

    deinit {
        Self.counts.withLock { $0[path] = nil }
    }

    /// Statements so far, `BEGIN` and `COMMIT` among them.
    var count: Int { Self.counts.withLock { $0[path] ?? 0 } }

    fileprivate static func add(_ path: String) {
        counts.withLock { counts in
            if let count = counts[path] { counts[path] = count + 1 }
        }
    }
}

/// Called by SQLite for each connection that is opened.
private let traceStatements: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = { database, _, _ in
    sqlite3_trace_v2(database, UInt32(SQLITE_TRACE_STMT), countStatement, nil)
}

/// Called by SQLite as each statement begins to run.
private nonisolated func countStatement(
    _ event: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?, _ text: UnsafeMutableRawPointer?
) -> Int32 {
    if let statement, let path = sqlite3_db_filename(sqlite3_db_handle(OpaquePointer(statement)), "main") {
        StatementCounter.add(String(cString: path))
    }
    return 0
}
