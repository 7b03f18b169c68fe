/// Hands out many records of one kind, mostly neighbours.
///
/// It stands on two rows: items of a page that were changed lie between others of one bulk load, and each finds its row again. Confined to
/// the thread that has the connection.
final class PackReader {
    private let kind: RecordKind
    private let first: PackCursor
    private let second: PackCursor

    init(_ connection: DatabaseConnection, _ kind: RecordKind) throws {
        self.kind = kind
        first = try PackCursor(connection)
        second = try PackCursor(connection)
    }

    /// Hands out records in the order of `keys`. The bytes are valid until `body` returns, which may not use this reader.
    ///
    /// - Throws: ``MissingRecord``, ``NodeCorruption``, and what `body` does.
    func read(_ keys: [Int64], _ body: (_ index: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
        defer {
            first.reset()
            second.reset()
        }
        // Variables of its own: those of an object are checked for exclusive access at each use.
        var (recent, other): (Pack?, Pack?) = (nil, nil)
        var (cursor, otherCursor) = (first, second)
        for (index, key) in keys.enumerated() {
            if recent?.covers(key) != true {
                swap(&recent, &other)
                swap(&cursor, &otherCursor)
                if recent?.covers(key) != true { recent = try cursor.seek(key) }
            }
            try body(index, try PackCursor.bytes(key, kind, in: &recent))
        }
    }
}
