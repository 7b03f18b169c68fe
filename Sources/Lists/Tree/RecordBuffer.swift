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
