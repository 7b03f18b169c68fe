import Lists

/// Hands out records of one kind from the table `pack`.
///
/// It stands on two rows: items of a page that were changed lie between others of one bulk load, and each finds its row again. Confined to
/// the thread that has the connection.
final class PackReader {
    /// The row that holds a key, if one does; else the one behind it.
    static let sql = "SELECT last, data FROM pack WHERE last >= ? ORDER BY last LIMIT 1"

    private let kind: RecordKind
    private let first: PreparedStatement
    private let second: PreparedStatement

    init(_ connection: DatabaseConnection, _ kind: RecordKind) throws {
        self.kind = kind
        first = try connection.statement(Self.sql)
        second = try connection.statement(Self.sql)
    }

    /// Hands out records in the order of `keys`. The bytes are valid until `body` returns, which may not use this reader.
    ///
    /// - Throws: ``MissingRecord``, ``NodeCorruption``, and what `body` does.
    func read(_ keys: [Int64], _ body: (_ index: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
        // An open row would keep a read transaction open.
        defer {
            first.reset()
            second.reset()
        }
        // Variables of its own: those of an object are checked for exclusive access at each use.
        var (recent, other): (Pack?, Pack?) = (nil, nil)
        var (statement, otherStatement) = (first, second)
        for (index, key) in keys.enumerated() {
            if recent?.covers(key) != true {
                swap(&recent, &other)
                swap(&statement, &otherStatement)
                if recent?.covers(key) != true { recent = try Self.row(key, statement) }
            }
            try body(index, try bytes(key, in: &recent))
        }
    }

    /// Hands out one record. The bytes are valid until `body` returns, which may not use this reader.
    ///
    /// - Throws: ``MissingRecord``, ``NodeCorruption``, and what `body` does.
    func read<Value>(_ key: Int64, _ body: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        defer { first.reset() }
        var pack = try Self.row(key, first)
        return try body(try bytes(key, in: &pack))
    }

    /// The row that may hold a key; `nil` where there is none. It is valid until the statement is reset.
    private static func row(_ key: Int64, _ statement: PreparedStatement) throws -> Pack? {
        statement.reset()
        statement.begin(key)
        guard try statement.step() else { return nil }
        return try Pack(key: statement.row[0], bytes: statement.row.bytes(1))
    }

    private func bytes(_ key: Int64, in pack: inout Pack?) throws -> UnsafeRawBufferPointer {
        guard pack?.covers(key) == true, let record = try pack?.record(key) else { throw MissingRecord(key: key) }
        guard record.kind == kind else { throw NodeCorruption() }
        return record.bytes
    }
}

/// Revisions of items and sections.
extension PackReader {
    /// Hands out items in the order of `keys`; neighbours lie in one row.
    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        try read(keys) { index, bytes in try body(index, StoredItem(key: keys[index], stored: bytes)) }
    }

    /// The revisions of sections, in the order of `keys`.
    func readSections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        var revisions: [SectionRevision] = []
        revisions.reserveCapacity(keys.count)
        try read(keys) { index, bytes in revisions.append(try SectionRevision(key: keys[index], stored: bytes)) }
        return revisions
    }
}
