import Lists

/// Stands on one row of the table `pack` at a time. Its user resets it on every way out, or the connection keeps a read transaction open.
///
/// Confined to the thread that has the connection.
final class PackCursor {
    /// The row that holds a key, if one does; else the one behind it.
    static let sql = "SELECT last, data FROM pack WHERE last >= ? ORDER BY last LIMIT 1"

    private let statement: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        statement = try connection.statement(Self.sql)
    }

    /// Goes to the row that may hold a key; `nil` where there is none. The row is valid until the cursor moves or is reset.
    func seek(_ key: Int64) throws -> Pack? {
        reset()
        statement.begin(key)
        guard try statement.step() else { return nil }
        return try Pack(key: statement.row[0], bytes: statement.row.bytes(1))
    }

    /// A record of a row.
    ///
    /// - Throws: ``MissingRecord``; ``NodeCorruption`` where the record is of another kind.
    static func bytes(_ key: Int64, _ kind: RecordKind, in pack: inout Pack?) throws -> UnsafeRawBufferPointer {
        guard pack?.covers(key) == true, let record = try pack?.record(key) else { throw MissingRecord(key: key) }
        guard record.kind == kind else { throw NodeCorruption() }
        return record.bytes
    }

    /// Hands out one record, wherever it is.
    func read<Value>(_ key: Int64, _ kind: RecordKind, _ body: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        defer { reset() }
        var pack = try seek(key)
        return try body(try Self.bytes(key, kind, in: &pack))
    }

    func reset() {
        statement.reset()
    }
}
