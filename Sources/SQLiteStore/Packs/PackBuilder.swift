import Lists

/// Makes packs of records that come in the order of their keys.
///
/// A pack takes as many records as leave its row within a page of the database; a longer record has a row of its own. The memory is kept
/// from one pack to the next. After an error it is empty. Confined to one thread.
struct PackBuilder: ~Copyable {
    /// Stores a pack: its key and its bytes.
    static let insertion = "INSERT INTO pack VALUES (?, ?)"
    /// Bytes of a pack that still fits a page of 4,096 bytes beside the header of the page, of the cell and of the row.
    static let byteLimit = 4_057
    /// Bytes of the checksum, of the directory's length and of the distance of the row's key from the first record's, at most.
    private static let headerBytes = Pack.checksumBytes + 8

    /// Takes the bytes of the next record.
    var encoder = NodeEncoder()
    /// Bytes of the records that were added.
    private var contents = 0
    /// The directory but for its first distance, which is known once the row's key is.
    private var directory = RecordBuffer()
    private var row = RecordBuffer(capacity: 4_096)
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var count = 0

    /// Whether no record waits for its pack to be full.
    var isEmpty: Bool { count == 0 }

    /// Bytes of the pack as it is, at most.
    var byteCount: Int { encoder.buffer.count + directory.count + Self.headerBytes }

    /// Forgets what was added.
    mutating func removeAll() {
        encoder.buffer.removeAll()
        contents = 0
        directory.removeAll()
        count = 0
    }

    /// Adds the record whose bytes ``encoder`` has taken.
    ///
    /// - Parameter store: Takes a pack that is full: its key, and its bytes for the time of the call.
    /// - Returns: Its length.
    @discardableResult
    mutating func add(_ key: Int64, _ kind: RecordKind, store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws -> Int {
        guard count == 0 || key > last else {
            removeAll()
            throw StoreMisuse("records come in the order of their keys")
        }
        let length = encoder.buffer.count - contents
        let form = UInt64(length) << Pack.kindBits | UInt64(kind.rawValue)
        let distance = UInt64(bitPattern: key &- last)
        if count > 0, byteCount + Varint.length(distance) + Varint.length(form) > Self.byteLimit {
            try pack(under: last, store)
        }
        contents = encoder.buffer.count
        if count == 0 { first = key } else { directory.append(distance) }
        directory.append(form)
        last = key
        count += 1
        return length
    }

    /// Adds a record of another pack.
    mutating func add(_ record: Pack.Record, store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        encoder.buffer.append(record.bytes)
        try add(record.key, record.kind, store: store)
    }

    /// Hands out the last pack, if there is one.
    ///
    /// - Parameter key: Its key, where that is not to be the last record's.
    mutating func finish(under key: Int64? = nil, _ store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        guard count > 0 else { return }
        try pack(under: key ?? last, store)
    }

    /// Hands out a pack of the records that were added; what came behind them begins the next one.
    private mutating func pack(under key: Int64, _ store: (Int64, UnsafeRawBufferPointer) throws -> Void) throws {
        let distance = UInt64(bitPattern: key &- first)
        row.removeAll()
        withUnsafeBytes(of: UInt32(0)) { row.append($0) }
        row.append(UInt64(Varint.length(distance) + directory.count))
        row.append(distance)
        row.append(directory.bytes)
        row.append(UnsafeRawBufferPointer(rebasing: encoder.buffer.bytes[..<contents]))
        row.overwrite(Pack.checksum(of: UnsafeRawBufferPointer(rebasing: row.bytes[Pack.checksumBytes...]), under: key))
        directory.removeAll()
        encoder.buffer.removeFirst(contents)
        contents = 0
        count = 0
        do { try store(key, row.bytes) } catch {
            removeAll()
            throw error
        }
    }
}
