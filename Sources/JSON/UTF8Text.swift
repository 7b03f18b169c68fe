/// Text compared as its UTF-8 bytes, which is how the domain compares ids, names and values; nothing is normalised.
public enum UTF8Text {
    /// Whether two texts have the same bytes.
    public static func areEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return withBytes(of: left) { left in withBytes(of: right) { areEqual(left, $0) } }
    }

    /// Whether two runs have the same bytes, eight at a time.
    package static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var index = 0
        while index &+ 8 <= left.count {
            let words = (
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self), right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            )
            guard words.0 == words.1 else { return false }
            index &+= 8
        }
        while index < left.count {
            guard left[index] == right[index] else { return false }
            index &+= 1
        }
        return true
    }

    /// Whether the bytes of one text come before another's, in the order of a byte-wise comparison.
    public static func isOrdered(_ left: String, before right: String) -> Bool {
        withBytes(of: left) { left in withBytes(of: right) { left.lexicographicallyPrecedes($0) } }
    }

    /// Feeds a text's bytes and an end mark to a hasher.
    public static func hash(_ text: String, into hasher: inout Hasher) {
        withBytes(of: text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Calls `body` with the text's bytes, which are copied only where they are not contiguous.
    ///
    /// The buffer must not leave `body`.
    public static func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        var text = text
        return try text.withUTF8(body)
    }
}
