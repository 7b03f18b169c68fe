/// Writes a node as differences between neighbours: each a ``Varint``, signed ones in zigzag form (the encoding of Protocol Buffers).
public struct NodeEncoder {
    public private(set) var bytes: [UInt8] = []
    private var lastNumber: Number
    private var lastRevision: RevisionKey

    /// - Parameter key: The node's key, from which the first differences count.
    public init(key: NodeKey) {
        lastNumber = key
        lastRevision = key
        bytes.reserveCapacity(320)
    }

    /// Appends a number of the run of numbers.
    public mutating func appendNumber(_ number: Number) {
        appendSigned(number &- lastNumber)
        lastNumber = number
    }

    /// Appends a key of the run of revisions, or of child nodes.
    public mutating func appendRevision(_ revision: RevisionKey) {
        appendSigned(revision &- lastRevision)
        lastRevision = revision
    }

    /// Appends a number close to another.
    public mutating func appendRelative(_ value: Number, to other: Number) {
        appendSigned(value &- other)
    }

    /// Appends a number that is not negative.
    public mutating func appendCount(_ value: Int64) {
        Varint.append(UInt64(bitPattern: value), to: &bytes)
    }

    private mutating func appendSigned(_ value: Int64) {
        appendCount((value << 1) ^ (value >> 63))
    }
}
