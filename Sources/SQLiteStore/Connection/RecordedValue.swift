import GRDBSQLite
import Lists

/// A parameter of a statement as an entry of a log has it: a byte for its kind, then a number, or a length and bytes.
enum RecordedValue {
    case null
    case integer(Int64)
    case text(UnsafeRawBufferPointer)
    case bytes(UnsafeRawBufferPointer)

    func append(to entry: inout [UInt8]) {
        switch self {
        case .null: entry.append(0)
        case .integer(let number):
            entry.append(1)
            Varint.append(Varint.zigzag(number), to: &entry)
        case .text(let bytes): Self.append(2, bytes, to: &entry)
        case .bytes(let bytes): Self.append(3, bytes, to: &entry)
        }
    }

    private static func append(_ kind: UInt8, _ bytes: UnsafeRawBufferPointer, to entry: inout [UInt8]) {
        entry.append(kind)
        Varint.append(UInt64(bytes.count), to: &entry)
        entry.append(contentsOf: bytes)
    }

    /// Binds it to a parameter, counted from 1. The bytes lie where they are until the statement has run.
    func bind(to statement: OpaquePointer, at index: Int32) {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let bytes):
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // Without an address it would be NULL.
            if let text {
                sqlite3_bind_text(statement, index, text, Int32(clamping: bytes.count), nil)
            } else {
                sqlite3_bind_text(statement, index, "", 0, nil)
            }
        case .bytes(let bytes):
            if let start = bytes.baseAddress {
                sqlite3_bind_blob(statement, index, start, Int32(clamping: bytes.count), nil)
            } else {
                sqlite3_bind_zeroblob(statement, index, 0)
            }
        }
    }

    /// The failure of an entry that no store can have written.
    static let damage = SQLiteFailure(code: .corrupt, message: "an entry of the log can't be read", operation: "apply an entry")
}
