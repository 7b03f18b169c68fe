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
