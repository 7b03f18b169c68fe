import CFoundations
import Lists

/// A row of the table `pack` where it lies: records with rising keys.
///
/// Its bytes are a checksum of all that follows and of the row's key; the length of the directory; the directory, with two numbers for each record, the distance of its key from that of the
/// record before (the row's key from the first one's), and its length with its kind in the two lowest bits; then the records' bytes, one
/// behind the other. All numbers but the checksum are ``Varint``s. Bytes that are no pack are a ``NodeCorruption``, when they are opened
/// or when they are read, and never a trap.
struct Pack {
    /// A record, borrowed from the row.
    struct Record {
        let key: Int64
        let kind: RecordKind
        let bytes: UnsafeRawBufferPointer
    }

    /// Bits of a record's kind below its length.
    static let kindBits: UInt64 = 2
    /// Bytes of the checksum: a CRC-32C, the lowest byte first.
    static let checksumBytes = 4

    /// The row's key: not below the last record's, and the same when the row was written.
    let key: Int64
    /// The first record's key.
    let first: Int64
    /// The directory behind its first distance.
    private let directory: UnsafeRawBufferPointer
    private let contents: UnsafeRawBufferPointer
    /// The offset of the next record in the directory.
    private var position = 0
    /// The offset of its bytes.
    private var start = 0
    /// The key of the record that was passed last; the first one's before it.
    private var passed: Int64
    private var current: Record?

    /// Opens a row of the file.
    ///
    /// - Throws: ``NodeCorruption`` where the checksum is not that of the bytes.
    @inline(__always)
    init(key: Int64, bytes: UnsafeRawBufferPointer) throws(NodeCorruption) {
        guard bytes.count > Self.checksumBytes,
            UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
                == Self.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[Self.checksumBytes...]), under: key)
        else { throw NodeCorruption() }
        try self.init(key: key, unchecked: bytes)
    }

    /// The checksum of a row.
    ///
    /// - Parameter bytes: The bytes behind the checksum.
    static func checksum(of bytes: UnsafeRawBufferPointer, under key: Int64) -> UInt32 {
        withUnsafeBytes(of: key.littleEndian) { key in
            checksum_crc32c(checksum_crc32c(0, key.baseAddress, key.count), bytes.baseAddress, bytes.count)
        }
    }

    /// Opens bytes whose checksum is right, or passed over.
    init(key: Int64, unchecked bytes: UnsafeRawBufferPointer) throws(NodeCorruption) {
        var position = Self.checksumBytes
        guard bytes.count > position else { throw NodeCorruption() }
        guard let length = Varint.read(bytes, at: &position).flatMap({ Int(exactly: $0) }), length <= bytes.count - position else {
            throw NodeCorruption()
        }
        let end = position + length
        guard let distance = Varint.read(bytes, at: &position).flatMap({ Int64(exactly: $0) }), position < end else {
            throw NodeCorruption()
        }
        let (first, overflow) = key.subtractingReportingOverflow(distance)
        guard !overflow else { throw NodeCorruption() }
        directory = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
        contents = UnsafeRawBufferPointer(rebasing: bytes[end...])
        self.key = key
        self.first = first
        passed = first
    }

    /// Checks the whole directory.
    ///
    /// - Returns: The last record's key.
    mutating func checkDirectory() throws(NodeCorruption) -> Int64 {
        rewind()
        while try next() != nil {}
        guard passed <= key, start == contents.count else { throw NodeCorruption() }
        defer { rewind() }
        return passed
    }

    /// Bytes of the row, about.
    var byteCount: Int { directory.count + contents.count }

    /// Whether a record with a key would be in the pack.
    func covers(_ other: Int64) -> Bool { first <= other && other <= key }

    /// Goes back before the first record.
    mutating func rewind() {
        position = 0
        start = 0
        passed = first
        current = nil
    }

    /// The next record; `nil` at the end.
    @inline(__always)
    mutating func next() throws(NodeCorruption) -> Record? {
        guard position < directory.count else { return nil }
        if position > 0 {
            guard let distance = Varint.read(directory, at: &position) else { throw NodeCorruption() }
            let (key, overflow) = passed.addingReportingOverflow(Int64(bitPattern: distance))
            guard !overflow, key > passed else { throw NodeCorruption() }
            passed = key
        }
        guard let form = Varint.read(directory, at: &position), let length = Int(exactly: form >> Self.kindBits),
            length <= contents.count - start,
            let kind = RecordKind(rawValue: UInt8(truncatingIfNeeded: form & ((1 << Self.kindBits) - 1)))
        else { throw NodeCorruption() }
        defer { start += length }
        return Record(key: passed, kind: kind, bytes: UnsafeRawBufferPointer(rebasing: contents[start..<(start + length)]))
    }

    /// The record of a key. Keys that rise are found in one pass.
    mutating func record(_ key: Int64) throws(NodeCorruption) -> Record? {
        if let current {
            if current.key == key { return current }
            if current.key > key { rewind() }
        } else {
            rewind()
        }
        while let record = try next() {
            current = record
            if record.key >= key { return record.key == key ? record : nil }
        }
        rewind()
        return nil
    }
}
