import Lists

/// Stands on one row of the table `pack` at a time. Its user resets it on every way out, or the connection keeps a read transaction open.
///
/// A value that is kept in a variable of a function, so that no look-up is checked for another one. Copies have one statement: only one of
/// them stands on a row. Confined to the thread that has the connection.
struct PackCursor {
    /// The row that holds a key, if one does.
    static let sql = "SELECT first, data FROM pack WHERE first <= ? ORDER BY first DESC LIMIT 1"

    private let statement: PreparedStatement
    private var pack: Pack?

    init(_ connection: Connection) throws {
        statement = try connection.statement(Self.sql)
    }

    /// Whether a key lies within the row that the cursor stands on.
    func covers(_ key: Int64) -> Bool { pack?.covers(key) ?? false }

    /// Goes to the row that may hold a key.
    mutating func seek(_ key: Int64) throws {
        reset()
        statement.begin(key)
        guard try statement.step() else { return }
        pack = try Pack(first: statement.row[0], bytes: statement.row.bytes(1))
    }

    /// A record of the row that the cursor stands on.
    ///
    /// - Throws: ``MissingRecord``; ``NodeCorruption`` where the record is of another kind.
    mutating func bytes(_ key: Int64, _ kind: RecordKind) throws -> UnsafeRawBufferPointer {
        guard covers(key), let record = try pack?.record(key) else { throw MissingRecord(key: key) }
        guard record.kind == kind else { throw NodeCorruption() }
        return record.bytes
    }

    /// Hands out one record, wherever it is.
    func read<Value>(_ key: Int64, _ kind: RecordKind, _ body: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        var cursor = self
        defer { cursor.reset() }
        try cursor.seek(key)
        return try body(try cursor.bytes(key, kind))
    }

    mutating func reset() {
        pack = nil
        statement.reset()
    }
}
