import GRDBSQLite
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The row that a statement stands on, valid until its next step or reset.
///
/// Columns are read by name; by position, counted from 0, where a page or deliveries are made of them.
struct Row {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    subscript<Value: SQLValue>(_ column: Int32) -> Value { Value(statement, column) }

    subscript<Value: SQLValue>(_ name: StaticString) -> Value { Value(statement, column(name)) }

    /// The bytes of text or a blob, where they lie.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    func bytes(_ name: StaticString) -> UnsafeRawBufferPointer { bytes(column(name)) }

    func isNull(_ name: StaticString) -> Bool { sqlite3_column_type(statement, column(name)) == SQLITE_NULL }

    /// The position of a column; -1, which reads as NULL, where the statement has none of that name.
    private func column(_ name: StaticString) -> Int32 {
        let wanted = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        for column in 0..<sqlite3_column_count(statement) where strcmp(sqlite3_column_name(statement, column), wanted) == 0 {
            return column
        }
        assertionFailure("no column \(name)")
        return -1
    }
}
