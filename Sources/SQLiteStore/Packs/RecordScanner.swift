import Lists

/// Reads the parts of a record. Bytes that end too early are a ``NodeCorruption``, never a trap.
struct RecordScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The byte that comes next; `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func number() throws(NodeCorruption) -> UInt64 {
        guard let number = Varint.read(bytes, at: &position) else { throw NodeCorruption() }
        return number
    }

    /// A key or number close to another.
    mutating func number(relativeTo other: Int64) throws(NodeCorruption) -> Int64 { other &+ Varint.signed(try number()) }

    /// Text, behind its length.
    mutating func text() throws(NodeCorruption) -> UnsafeRawBufferPointer { try bytes(count: try number()) }

    /// Text behind its length and one, or 0 for none.
    mutating func optionalText() throws(NodeCorruption) -> String? {
        let count = try number()
        return count == 0 ? nil : String(decoding: try bytes(count: count - 1), as: UTF8.self)
    }

    /// All that is left.
    mutating func rest() -> UnsafeRawBufferPointer {
        defer { position = bytes.count }
        return UnsafeRawBufferPointer(rebasing: bytes[position...])
    }

    private mutating func bytes(count: UInt64) throws(NodeCorruption) -> UnsafeRawBufferPointer {
        guard count <= UInt64(bytes.count - position) else { throw NodeCorruption() }
        let end = position + Int(count)
        defer { position = end }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    }
}

extension RecordBuffer {
    /// Appends text behind its length.
    mutating func append(counted text: String) {
        append(UInt64(text.utf8.count))
        append(text)
    }

    /// Appends text behind its length and one, or 0 for none.
    mutating func append(optional text: String?) {
        guard let text else { return append(0 as UInt64) }
        append(UInt64(text.utf8.count) + 1)
        append(text)
    }
}
