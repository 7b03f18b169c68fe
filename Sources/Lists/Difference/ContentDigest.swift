/// Stands for a text when many are compared: 128 bits of SipHash under two keys that the process drew at its start, so that two
/// different texts have the same digest once in 2¹²⁸ pairs, also for somebody who looks for it.
struct ContentDigest: Hashable {
    private let high: Int
    private let low: Int

    private init(_ feed: (inout Hasher) -> Void) {
        var first = Hasher()
        first.combine(0 as UInt8)
        feed(&first)
        var second = Hasher()
        second.combine(1 as UInt8)
        feed(&second)
        high = first.finalize()
        low = second.finalize()
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.init { $0.combine(bytes: bytes) }
    }

    init(_ value: JSONValue) {
        var text = value.text
        self = text.withUTF8 { ContentDigest(UnsafeRawBufferPointer($0)) }
    }

    /// Stands for a run of texts.
    init(_ digests: some Sequence<ContentDigest>) {
        self.init { hasher in
            for digest in digests { hasher.combine(digest) }
        }
    }
}
