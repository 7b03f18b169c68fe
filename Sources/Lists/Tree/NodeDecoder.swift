/// Reads what ``NodeEncoder`` wrote. Bytes that end too early or run on too long are a ``NodeCorruption``, never a trap.
public struct NodeDecoder {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var lastNumber: Number
    private var lastRevision: RevisionKey

    public init(key: NodeKey, bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        lastNumber = key
        lastRevision = key
    }

    /// Whether all bytes were read.
    public var isAtEnd: Bool { position == bytes.count }

    public mutating func number() throws(NodeCorruption) -> Number {
        lastNumber = lastNumber &+ (try signed())
        return lastNumber
    }

    public mutating func revision() throws(NodeCorruption) -> RevisionKey {
        lastRevision = lastRevision &+ (try signed())
        return lastRevision
    }

    public mutating func relative(to other: Number) throws(NodeCorruption) -> Number {
        other &+ (try signed())
    }

    public mutating func count() throws(NodeCorruption) -> Int64 {
        guard let value = Varint.read(bytes, at: &position) else { throw NodeCorruption() }
        return Int64(bitPattern: value)
    }

    /// Text behind its length.
    public mutating func text() throws(NodeCorruption) -> String {
        guard let count = Int(exactly: try count()), (0...(bytes.count - position)).contains(count) else { throw NodeCorruption() }
        defer { position += count }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]), as: UTF8.self)
    }

    /// How many elements there are below something: so few that a sum over a node's slots never overflows.
    public mutating func elementCount() throws(NodeCorruption) -> Int {
        guard let count = UInt32(exactly: try count()) else { throw NodeCorruption() }
        return Int(count)
    }

    private mutating func signed() throws(NodeCorruption) -> Int64 {
        Varint.signed(UInt64(bitPattern: try count()))
    }
}
