/// Bytes that a ``ByteWriter`` has written, which nobody changes any more.
///
/// They stay where they are for the object's life, so that a C library can send them without a copy. Any thread may read them.
public final class ByteBuffer: Sendable {
    /// Written before `init`, only read afterwards, and freed in `deinit`.
    @usableFromInline let memory: SendablePointer<UnsafeRawBufferPointer>
    /// Bytes of memory that the object holds.
    public let capacity: Int

    /// Takes memory that was allocated with Swift's `allocate`.
    init(taking memory: UnsafeMutableRawPointer, count: Int, capacity: Int) {
        self.memory = SendablePointer(UnsafeRawBufferPointer(start: memory, count: count))
        self.capacity = capacity
    }

    /// A copy of bytes that lie elsewhere.
    public init(_ bytes: RawSpan) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.byteCount, 1), alignment: 1)
        bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
        self.memory = SendablePointer(UnsafeRawBufferPointer(rebasing: memory[..<bytes.byteCount]))
        capacity = memory.count
    }

    /// A copy of an array's bytes.
    public convenience init(_ bytes: [UInt8]) {
        self.init(bytes.span.bytes)
    }

    deinit {
        bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0).deallocate() }
    }

    /// The bytes where they lie, for the object's life.
    @inlinable public var bytes: UnsafeRawBufferPointer { memory.value }

    public var count: Int { bytes.count }

    /// A copy of the bytes.
    public var array: [UInt8] { [UInt8](bytes) }
}
