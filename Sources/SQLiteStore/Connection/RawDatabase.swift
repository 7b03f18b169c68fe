import Foundations
import GRDBSQLite

/// The header of a database file, read without its write-ahead log. Nothing is written, and no file is made.
///
/// While another process writes, and after a crash, the file may lack what its log has.
struct RawDatabase {
    /// The header's application id, set by the program that made the file; 0 if none did.
    private(set) var applicationID: Int64 = 0
    /// The header's user version: the version of that program's schema.
    private(set) var schemaNumber: Int64 = 0
    /// Whether there are tables beside the list of migrations.
    private(set) var hasTables = false
    /// The migrations that have run; `nil` where the file does not say.
    private(set) var migrations: Set<String>?
    /// The random id; `nil` for a database that has none.
    private(set) var identity: String?
    /// Bytes that the file should have at least.
    private(set) var byteCount: Int64 = 0

    /// - Throws: ``SQLiteFailure``, also for a file that is no database or is damaged where this looks.
    init(_ path: String) throws {
        let handle = try Self.open(path)
        defer { sqlite3_close_v2(handle) }
        applicationID = try Self.numbers(handle, "PRAGMA application_id").first ?? 0
        schemaNumber = try Self.numbers(handle, "PRAGMA user_version").first ?? 0
        let pages = try Self.numbers(handle, "PRAGMA page_count").first ?? 0
        let size = try Self.numbers(handle, "PRAGMA page_size").first ?? 0
        byteCount = pages.multipliedReportingOverflow(by: size).partialValue
        let tables = Set(try Self.texts(handle, "SELECT name FROM sqlite_master WHERE type = 'table'"))
        hasTables = Migration.hasTables(tables)
        if tables.contains("grdb_migrations") { migrations = Set(try Self.texts(handle, "SELECT identifier FROM grdb_migrations")) }
        if tables.contains("identity") { identity = try Self.texts(handle, "SELECT id FROM identity").first }
    }

    /// Opens a file as one that nobody changes: without locks and without a log.
    private static func open(_ path: String) throws -> OpaquePointer {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(address(of: path), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let failure = SQLiteFailure(connection: handle, operation: "open \(path)")
            sqlite3_close_v2(handle)
            throw failure
        }
        sqlite3_extended_result_codes(handle, 1)
        return handle
    }

    /// The address by which SQLite opens a file that does not change.
    static func address(of path: String) -> String {
        "file:"
            + path.utf8.map { byte in
                ASCII.isAlphanumeric(byte) || "/.-_".utf8.contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined() + "?immutable=1"
    }

    private static func numbers(_ handle: OpaquePointer, _ sql: String) throws -> [Int64] {
        try rows(handle, sql) { sqlite3_column_int64($0, 0) }
    }

    private static func texts(_ handle: OpaquePointer, _ sql: String) throws -> [String] {
        try rows(handle, sql) { sqlite3_column_text($0, 0).map { String(cString: $0) } ?? "" }
    }

    private static func rows<Value>(_ handle: OpaquePointer, _ sql: String, _ read: (OpaquePointer) -> Value) throws -> [Value] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw SQLiteFailure(connection: handle, operation: sql)
        }
        var rows: [Value] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(read(statement))
            case SQLITE_DONE: return rows
            default: throw SQLiteFailure(connection: handle, operation: sql)
            }
        }
    }
}
