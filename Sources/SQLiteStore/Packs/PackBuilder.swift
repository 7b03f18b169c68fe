import Lists

/// Makes packs of records that come in the order of their keys.
///
/// A pack takes as many records as leave its row within a page of the database; a longer record has a row of its own. The memory is kept
/// from one pack to the next. Confined to one thread.
struct PackBuilder: ~Copyable {
    /// Bytes of a pack that still fits a page of 4,096 bytes beside the header of the page, of the cell and of the row.
    static let byteLimit = 4_040

    private var encoder = NodeEncoder()
    private var directory = RecordBuffer()
    private var row = RecordBuffer(capacity: 4_096)
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var count = 0

    /// Forgets what was added.
    mutating func removeAll() {
        encoder.buffer.removeAll()
        directory.removeAll()
        count = 0
    }

    /// Begins what is left of a pack, under its key.
    mutating func begin(_ pack: Pack) {
        removeAll()
        first = pack.first
        last = pack.first
    }

    /// Takes a record over, however long the pack becomes.
    mutating func take(_ record: Pack.Record) {
        encoder.buffer.append(record.bytes)
        note(record.key, UInt64(record.bytes.count) << Pack.kindBits | UInt64(record.kind.rawValue))
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - write: Appends its bytes.
    ///   - store: Takes a pack that is full: its key, and its bytes for the time of the call.
    mutating func add(
        _ key: Int64, _ kind: RecordKind, _ write: (inout NodeEncoder) -> Void, store: (Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard count == 0 || key > last else { throw StoreMisuse("records come in the order of their keys") }
        let start = encoder.buffer.count
        write(&encoder)
        let form = UInt64(encoder.buffer.count - start) << Pack.kindBits | UInt64(kind.rawValue)
        // The distance and the directory's length take no more than the five bytes.
        if count > 0, encoder.buffer.count + directory.count + Varint.length(form) + 5 > Self.byteLimit {
            try finish(contents: start, store)
        }
        if count == 0 {
            first = key
            last = key
        }
        note(key, form)
    }

    private mutating func note(_ key: Int64, _ form: UInt64) {
        directory.append(UInt64(bitPattern: key &- last))
        directory.append(form)
        last = key
        count += 1
    }

    /// Hands out the last pack.
    mutating func finish(_ store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        guard count > 0 else { return }
        try finish(contents: encoder.buffer.count, store)
    }

    /// Hands out a pack of the first bytes; the rest begin the next one.
    private mutating func finish(contents: Int, _ store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        row.removeAll()
        row.append(UInt64(directory.count))
        row.append(directory.bytes)
        row.append(UnsafeRawBufferPointer(rebasing: encoder.buffer.bytes[..<contents]))
        directory.removeAll()
        encoder.buffer.removeFirst(contents)
        count = 0
        try store(first, row.bytes)
    }
}
