/// Bytes in the making, in memory of their own that grows.
///
/// It has one owner, so that appending tests nothing but the room that is left.
///
/// ```swift
/// var page = ByteWriter(capacity: 8_192)
/// page.append("{\"offset\":")
/// page.append(offset)
/// let body = page.finish()
/// ```
@frozen
public struct ByteWriter: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawPointer
    /// Bytes that fit in before the memory grows.
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// - Parameter capacity: The bytes that are set aside.
    public init(capacity: Int = 64) {
        self.capacity = max(16, capacity)
        memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit {
        memory.deallocate()
    }

    /// Bytes that were written.
    @inlinable public var count: Int { length }

    /// The bytes written so far, where they lie.
    @inlinable
    public borrowing func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeRawBufferPointer(start: memory, count: length))
    }

    /// A copy of what was written so far.
    public var array: [UInt8] { withBytes { [UInt8]($0) } }

    /// A copy of what was written so far, which is UTF-8.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Ends the writing and gives the memory away as it is.
    public consuming func finish() -> ByteBuffer {
        let buffer = ByteBuffer(taking: memory, count: length, capacity: capacity)
        discard self
        return buffer
    }

    /// Makes room for so many more bytes.
    @inlinable
    @inline(__always)
    public mutating func reserve(_ more: Int) {
        if capacity &- length < more { grow(more) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(_ more: Int) {
        let next = max(length + more, 2 * capacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: next, alignment: 1)
        larger.copyMemory(from: memory, byteCount: length)
        memory.deallocate()
        (memory, capacity) = (larger, next)
    }

    @inlinable
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        (memory + length).storeBytes(of: byte, as: UInt8.self)
        length &+= 1
    }

    /// Appends bytes that lie elsewhere.
    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (memory + length).copyMemory(from: start, byteCount: bytes.count)
        length &+= bytes.count
    }

    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { append($0) }
    }

    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Appends the text of a literal: no string is made of it.
    @inlinable
    @inline(__always)
    public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a text as UTF-8.
    @inlinable
    @inline(__always)
    public mutating func append(text: String) {
        append(text.utf8.span.bytes)
    }

    /// Takes the last bytes back; all of them where there are no more.
    public mutating func removeLast(_ count: Int) { length = max(0, length - max(0, count)) }

    /// Appends an integer in decimal digits.
    public mutating func append(_ integer: Int) {
        // A sign and nineteen digits.
        reserve(20)
        if integer >= 0, integer < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: integer)) }
        if integer < 0 { append(UInt8(ascii: "-")) }
        var rest = integer.magnitude
        var digits = 1
        var bound: UInt = 10
        while digits < 19, rest >= bound {
            digits &+= 1
            bound &*= 10
        }
        length &+= digits
        var digit = memory + length
        repeat {
            digit -= 1
            let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
            digit.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones), as: UInt8.self)
            rest = tens
        } while rest > 0
    }
}
