/// Hands out many records of one kind, mostly neighbours.
///
/// It stands on two rows: items of a page that were changed lie between others of one bulk load, and each finds its row again. Confined to
/// the thread that has the connection.
final class PackReader {
    private let kind: RecordKind
    private let cursors: (PackCursor, PackCursor)

    init(_ connection: Connection, _ kind: RecordKind) throws {
        self.kind = kind
        cursors = (try PackCursor(connection), try PackCursor(connection))
    }

    /// Hands out records in the order of `keys`. The bytes are valid until `body` returns, which may not use this reader.
    ///
    /// - Throws: ``MissingRecord``, ``NodeCorruption``, and what `body` does.
    func read(_ keys: [Int64], _ body: (_ index: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void) throws {
        var (recent, other) = cursors
        defer {
            recent.reset()
            other.reset()
        }
        for (index, key) in keys.enumerated() {
            if !recent.covers(key) {
                swap(&recent, &other)
                if !recent.covers(key) { try recent.seek(key) }
            }
            try body(index, try recent.bytes(key, kind))
        }
    }
}
