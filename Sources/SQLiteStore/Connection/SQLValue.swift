import GRDBSQLite

/// A value that a statement takes as a parameter, and that a row has in a column.
protocol SQLValue {
    /// Reads a column, counted from 0. NULL reads as 0, or as no text.
    init(_ statement: OpaquePointer, _ column: Int32)

    /// Binds a parameter, counted from 1. SQLite copies text and bytes.
    func bind(to statement: OpaquePointer, at index: Int32)

    /// The value as an entry of a log has it.
    func record(to bytes: inout [UInt8])
}

extension Int64: SQLValue {
    @inline(__always)
    init(_ statement: OpaquePointer, _ column: Int32) { self = sqlite3_column_int64(statement, column) }

    @inline(__always)
    func bind(to statement: OpaquePointer, at index: Int32) { sqlite3_bind_int64(statement, index, self) }

    func record(to bytes: inout [UInt8]) { RecordedValue.integer(self).append(to: &bytes) }
}

extension Int: SQLValue {
    @inline(__always)
    init(_ statement: OpaquePointer, _ column: Int32) { self = Int(sqlite3_column_int64(statement, column)) }

    @inline(__always)
    func bind(to statement: OpaquePointer, at index: Int32) { sqlite3_bind_int64(statement, index, Int64(self)) }

    func record(to bytes: inout [UInt8]) { RecordedValue.integer(Int64(self)).append(to: &bytes) }
}

extension Bool: SQLValue {
    @inline(__always)
    init(_ statement: OpaquePointer, _ column: Int32) { self = sqlite3_column_int64(statement, column) != 0 }

    @inline(__always)
    func bind(to statement: OpaquePointer, at index: Int32) { sqlite3_bind_int64(statement, index, self ? 1 : 0) }

    func record(to bytes: inout [UInt8]) { RecordedValue.integer(self ? 1 : 0).append(to: &bytes) }
}

extension String: SQLValue {
    init(_ statement: OpaquePointer, _ column: Int32) {
        self.init(decoding: Row(statement).bytes(column), as: UTF8.self)
    }

    func bind(to statement: OpaquePointer, at index: Int32) {
        var text = self
        text.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { chars in
                // An empty string may have no address, which would bind NULL.
                if let base = chars.baseAddress {
                    sqlite3_bind_text(statement, index, base, Int32(clamping: chars.count), copied)
                } else {
                    sqlite3_bind_text(statement, index, "", 0, copied)
                }
            }
        }
    }

    func record(to bytes: inout [UInt8]) {
        var text = self
        text.withUTF8 { RecordedValue.text(UnsafeRawBufferPointer($0)).append(to: &bytes) }
    }
}

extension [UInt8]: SQLValue {
    init(_ statement: OpaquePointer, _ column: Int32) { self.init(Row(statement).bytes(column)) }

    func bind(to statement: OpaquePointer, at index: Int32) {
        _ = withUnsafeBytes { bytes in
            if let base = bytes.baseAddress {
                sqlite3_bind_blob(statement, index, base, Int32(clamping: bytes.count), copied)
            } else {
                sqlite3_bind_zeroblob(statement, index, 0)
            }
        }
    }

    func record(to bytes: inout [UInt8]) {
        withUnsafeBytes { RecordedValue.bytes($0).append(to: &bytes) }
    }
}

extension Optional: SQLValue where Wrapped: SQLValue {
    init(_ statement: OpaquePointer, _ column: Int32) {
        self = sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Wrapped(statement, column)
    }

    func bind(to statement: OpaquePointer, at index: Int32) {
        if let self { self.bind(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }

    func record(to bytes: inout [UInt8]) {
        if let self { self.record(to: &bytes) } else { RecordedValue.null.append(to: &bytes) }
    }
}

/// A whole number or NULL, bound without the detour that an optional of any type takes.
struct NullableNumber: SQLValue {
    let value: Int64?

    init(_ value: Int64?) {
        self.value = value
    }

    init(_ statement: OpaquePointer, _ column: Int32) { value = Int64?(statement, column) }

    func bind(to statement: OpaquePointer, at index: Int32) {
        if let value { sqlite3_bind_int64(statement, index, value) } else { sqlite3_bind_null(statement, index) }
    }

    func record(to bytes: inout [UInt8]) { value.record(to: &bytes) }
}

/// SQLite's `SQLITE_TRANSIENT`: it copies what is bound.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
