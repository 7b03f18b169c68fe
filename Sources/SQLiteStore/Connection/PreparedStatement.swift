import GRDB
import GRDBSQLite
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A statement that is prepared once and run many times, its columns read where they lie.
///
/// Confined to the thread that uses its connection. It resets itself at its end and when reading throws; the caller of ``step()`` resets
/// it on every way out, or the connection keeps a read transaction open. What was bound stays until it is bound anew.
final class PreparedStatement {
    /// GRDB's statement, which prepares and finalizes.
    private let statement: Statement
    private let connection: DatabaseConnection
    private let handle: OpaquePointer
    /// Records each run; `nil` for a statement that writes nothing, and on a connection that is not recorded.
    private let recorder: StatementRecorder?
    /// The statement's slot in the recorder.
    private let slot: Int

    /// - Parameter isRecorded: False for a statement whose rows are the file's own.
    init(_ connection: DatabaseConnection, _ sql: String, isRecorded: Bool = true) throws {
        self.connection = connection
        statement = try connection.prepare(sql)
        handle = statement.sqliteStatement
        recorder = isRecorded && sqlite3_stmt_readonly(handle) == 0 ? connection.recorder : nil
        slot = recorder?.slot(of: sql) ?? 0
    }

    /// Whether a transaction is open on the connection.
    var isInTransaction: Bool { sqlite3_get_autocommit(sqlite3_db_handle(handle)) == 0 }

    /// Binds the parameters, in their order; ``step()`` comes next. Inlined, so that each is bound as the type that it is.
    @inline(__always)
    func begin<each Parameter: SQLValue>(_ parameters: repeat each Parameter) {
        var index: Int32 = 0
        for parameter in repeat each parameters {
            index += 1
            parameter.bind(to: handle, at: index)
        }
        if recorder != nil { record(repeat each parameters) }
    }

    private func record<each Parameter: SQLValue>(_ parameters: repeat each Parameter) {
        var bytes: [UInt8] = []
        var count = 0
        for parameter in repeat each parameters {
            parameter.record(to: &bytes)
            count += 1
        }
        recorder?.begin(slot, count, bytes)
    }

    /// Runs the statement to its end with the parameters that an entry of a log has.
    ///
    /// - Returns: How many rows it has changed.
    func changes(_ values: [RecordedValue]) throws -> Int64 {
        guard values.count == sqlite3_bind_parameter_count(handle) else { throw RecordedValue.damage }
        for (index, value) in values.enumerated() { value.bind(to: handle, at: Int32(index + 1)) }
        while try step() {}
        return sqlite3_changes64(sqlite3_db_handle(handle))
    }

    /// Runs the statement to its end.
    @inline(__always)
    func run<each Parameter: SQLValue>(_ parameters: repeat each Parameter) throws {
        begin(repeat each parameters)
        while try step() {}
    }

    /// Runs the statement to its end with a number, and with bytes that SQLite reads where they lie, for the time of the call.
    func run(_ number: Int64, borrowing bytes: UnsafeRawBufferPointer) throws {
        sqlite3_bind_int64(handle, 1, number)
        sqlite3_bind_blob(handle, 2, bytes.baseAddress, Int32(clamping: bytes.count), nil)
        defer { sqlite3_bind_null(handle, 2) }
        if recorder != nil {
            var values: [UInt8] = []
            RecordedValue.integer(number).append(to: &values)
            RecordedValue.bytes(bytes).append(to: &values)
            recorder?.begin(slot, 2, values)
        }
        while try step() {}
    }

    /// Runs the statement to its end, and counts its rows.
    @inline(__always)
    func count<each Parameter: SQLValue>(_ parameters: repeat each Parameter) throws -> Int64 {
        begin(repeat each parameters)
        var rows: Int64 = 0
        while try step() { rows += 1 }
        return rows
    }

    /// Runs the statement to its end, and counts the rows that it has changed.
    @inline(__always)
    func changes<each Parameter: SQLValue>(_ parameters: repeat each Parameter) throws -> Int64 {
        try run(repeat each parameters)
        return sqlite3_changes64(sqlite3_db_handle(handle))
    }

    /// The first column of the first row; `nil` where there is no row.
    @inline(__always)
    func value<each Parameter: SQLValue, Value: SQLValue>(_ parameters: repeat each Parameter) throws -> Value? {
        begin(repeat each parameters)
        guard try step() else { return nil }
        defer { reset() }
        return row[0]
    }

    /// Reads the first row; `nil` where there is none.
    @inline(__always)
    func first<each Parameter: SQLValue, Value>(
        _ parameters: repeat each Parameter, read: (Row) throws -> Value
    ) throws -> Value? {
        begin(repeat each parameters)
        guard try step() else { return nil }
        defer { reset() }
        return try read(row)
    }

    /// Reads all rows.
    @inline(__always)
    func all<each Parameter: SQLValue, Value>(_ parameters: repeat each Parameter, read: (Row) throws -> Value) throws -> [Value] {
        begin(repeat each parameters)
        defer { reset() }
        var values: [Value] = []
        while try step() { values.append(try read(row)) }
        return values
    }

    /// Goes to the next row; `false` at the end, where the statement is reset.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            recorder?.end(slot, changes: sqlite3_changes64(sqlite3_db_handle(handle)))
            sqlite3_reset(handle)
            return false
        default:
            let failure = SQLiteFailure(
                connection: sqlite3_db_handle(handle), operation: String(cString: sqlite3_sql(handle))
            ).asReadError(errno)
            sqlite3_reset(handle)
            throw failure
        }
    }

    /// The row that the last step has come to.
    var row: Row { Row(handle) }

    func reset() {
        sqlite3_reset(handle)
    }
}
