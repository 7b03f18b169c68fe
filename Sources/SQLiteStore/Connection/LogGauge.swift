import GRDBSQLite
import Synchronization

/// How many pages the write-ahead log holds, as SQLite reported after the writer's last commit.
final class LogGauge: Sendable {
    /// Bytes of a page in the log, with its header.
    static let pageBytes = pageSize + 24
    /// Bytes of a page in the database.
    static let pageSize = 4096

    private let count = Atomic<Int>(0)

    /// Pages in the log.
    var pages: Int { count.load(ordering: .relaxed) }

    /// Has SQLite report every commit over a connection. The gauge must live as long as the connection.
    func attach(to connection: OpaquePointer?) {
        // SQLite keeps the pointer without retaining it: the writer's state owns both and drops the connection first.
        sqlite3_wal_hook(connection, recordLogPages, Unmanaged.passUnretained(self).toOpaque())
    }

    func record(_ pages: Int32) {
        count.store(Int(pages), ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }
}

/// Called by SQLite after each commit, on the thread that commits.
private func recordLogPages(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ pages: Int32
) -> Int32 {
    if let context { Unmanaged<LogGauge>.fromOpaque(context).takeUnretainedValue().record(pages) }
    return SQLITE_OK
}
