/// Memory that records are written into: it grows as it has to, and is kept when it is emptied.
///
/// Every write reserves its room first, so none goes past the end. Confined to one thread.
public struct RecordBuffer: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawBufferPointer
    @usableFromInline var length = 0

    /// Bytes written so far.
    @inlinable
    public var count: Int { length }

    public init(capacity: Int = 512) {
        memory = .allocate(byteCount: max(64, capacity), alignment: 1)
    }

    deinit { memory.deallocate() }

    /// The bytes written so far, valid until the next change.
    @inlinable
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.baseAddress, count: length) }

    /// Forgets what was written.
    @inlinable
    public mutating func removeAll() { length = 0 }

    /// Forgets the first bytes; the others move to the beginning.
    public mutating func removeFirst(_ bytes: Int) {
        let rest = length - min(bytes, length)
        if rest > 0 { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[(length - rest)..<length])) }
        length = rest
    }

    /// Appends a number as a ``Varint``.
    @inlinable
    public mutating func append(_ number: UInt64) {
        if memory.count - length < Varint.longest { grow(by: Varint.longest) }
        var rest = number
        while rest >= 0x80 {
            memory[length] = UInt8(truncatingIfNeeded: rest) | 0x80
            length += 1
            rest >>= 7
        }
        memory[length] = UInt8(truncatingIfNeeded: rest)
        length += 1
    }

    /// Appends a number in zigzag form.
    @inlinable
    public mutating func append(signed number: Int64) { append(Varint.zigzag(number)) }

    /// Appends bytes.
    @inlinable
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if memory.count - length < bytes.count { grow(by: bytes.count) }
        guard !bytes.isEmpty else { return }
        UnsafeMutableRawBufferPointer(rebasing: memory[length..<(length + bytes.count)]).copyMemory(from: bytes)
        length += bytes.count
    }

    /// Writes a number of four bytes, the lowest first, over those at the beginning.
    public mutating func overwrite(_ word: UInt32) {
        guard length >= 4 else { return }
        memory.storeBytes(of: word.littleEndian, as: UInt32.self)
    }

    /// Appends text, without its length.
    @inlinable
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    @usableFromInline
    mutating func grow(by more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(memory.count * 2, length + more), alignment: 1)
        larger.copyMemory(from: bytes)
        memory.deallocate()
        memory = larger
    }
}

/// Writes nodes as differences between neighbours: each a ``Varint``, signed ones in zigzag form.
public struct NodeEncoder: ~Copyable {
    /// The buffer with the bytes written so far. Others may write into it between two nodes.
    public var buffer: RecordBuffer
    private var lastNumber: Number
    private var lastRevision: RevisionKey

    /// - Parameter key: The node's key, from which the first differences count.
    public init(key: NodeKey = 0) {
        lastNumber = key
        lastRevision = key
        buffer = RecordBuffer()
    }

    /// Begins another node behind what was written.
    public mutating func begin(_ key: NodeKey) {
        lastNumber = key
        lastRevision = key
    }

    /// Appends a number of the run of numbers.
    public mutating func appendNumber(_ number: Number) {
        buffer.append(signed: number &- lastNumber)
        lastNumber = number
    }

    /// Appends a key of the run of revisions, or of child nodes.
    public mutating func appendRevision(_ revision: RevisionKey) {
        buffer.append(signed: revision &- lastRevision)
        lastRevision = revision
    }

    /// Appends a number close to another.
    public mutating func appendRelative(_ value: Number, to other: Number) {
        buffer.append(signed: value &- other)
    }

    /// Appends a number that is not negative.
    public mutating func appendCount(_ value: Int64) {
        buffer.append(UInt64(bitPattern: value))
    }
}

/// Whole numbers of seven bits a byte, the lowest bits first: all bytes but the last have their top bit set (LEB128). Signed ones are in
/// zigzag form (the encoding of Protocol Buffers).
public enum Varint {
    /// The most bytes that a number takes.
    public static let longest = 10

    public static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads a number, and moves the position behind it; `nil` where the bytes end before it does, or it has more than ten.
    @inlinable
    public static func read(_ bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position >= 0, position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }

    /// The zigzag form of a signed number: small ones of either sign are short.
    @inlinable
    public static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

    /// The number of a zigzag form.
    @inlinable
    public static func signed(_ zigzag: UInt64) -> Int64 { Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1) }

    /// How many bytes a number takes.
    @inlinable
    public static func length(_ number: UInt64) -> Int { number == 0 ? 1 : (70 - number.leadingZeroBitCount) / 7 }
}
