import GRDB
import GRDBSQLite

/// A statement that is prepared once and run many times, its columns read where they lie.
///
/// Confined to whoever holds its connection. Columns and parameters count from 0. A statement is reset when it has run to its end, and
/// by ``reset()`` before; whoever steps it by hand resets it on every way out, or its connection keeps a read transaction open.
struct PreparedStatement {
    /// GRDB's statement, which prepares and finalizes.
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ database: Database, _ sql: String) throws {
        statement = try SQLiteFailure.wrapping("prepare") { try database.makeStatement(sql: sql) }
        handle = statement.sqliteStatement
    }

    func bind(_ parameter: Int32, _ value: Int64) {
        sqlite3_bind_int64(handle, parameter + 1, value)
    }

    func bind(_ parameter: Int32, _ value: Int64?) {
        if let value { bind(parameter, value) } else { sqlite3_bind_null(handle, parameter + 1) }
    }

    /// Binds text, which is copied.
    func bind(_ parameter: Int32, _ text: String?) {
        guard var text else {
            sqlite3_bind_null(handle, parameter + 1)
            return
        }
        text.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { chars in
                // An empty string may have no address, which would bind NULL.
                if let base = chars.baseAddress {
                    sqlite3_bind_text(handle, parameter + 1, base, Int32(clamping: chars.count), Self.transient)
                } else {
                    sqlite3_bind_text(handle, parameter + 1, "", 0, Self.transient)
                }
            }
        }
    }

    /// Binds bytes, which are copied.
    func bind(_ parameter: Int32, _ bytes: [UInt8]?) {
        guard let bytes else {
            sqlite3_bind_null(handle, parameter + 1)
            return
        }
        _ = bytes.withUnsafeBytes { buffer in
            if let base = buffer.baseAddress {
                sqlite3_bind_blob(handle, parameter + 1, base, Int32(clamping: buffer.count), Self.transient)
            } else {
                sqlite3_bind_zeroblob(handle, parameter + 1, 0)
            }
        }
    }

    /// Goes to the next row; `false` at the end, where the statement is reset.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default:
            let failure = SQLiteFailure(connection: sqlite3_db_handle(handle), operation: String(cString: sqlite3_sql(handle)))
            sqlite3_reset(handle)
            throw failure
        }
    }

    /// Runs the statement to its end.
    func run() throws {
        while try step() {}
    }

    /// Runs the statement, and reads its first row if it has one.
    func first<Value>(_ read: () throws -> Value) throws -> Value? {
        guard try step() else { return nil }
        defer { reset() }
        return try read()
    }

    func reset() {
        sqlite3_reset(handle)
    }

    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The bytes of text or a blob, valid until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// SQLite's `SQLITE_TRANSIENT`: it copies what is bound.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
