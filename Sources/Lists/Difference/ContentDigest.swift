package import JSON

/// Stands for a text when many are compared: 128 bits of SipHash under two keys that the process drew at its start, so that two
/// different texts have the same digest once in 2¹²⁸ pairs, also for somebody who looks for it.
package struct ContentDigest: Hashable, Sendable {
    package let high: Int
    package let low: Int

    /// A digest in the making: of a run of texts, one after the other.
    package struct Sum {
        private var first = Hasher()
        private var second = Hasher()

        package init() {
            first.combine(0 as UInt8)
            second.combine(1 as UInt8)
        }

        package mutating func add(_ digest: ContentDigest) {
            first.combine(digest)
            second.combine(digest)
        }

        fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
            first.combine(bytes: bytes)
            second.combine(bytes: bytes)
        }

        package var digest: ContentDigest { ContentDigest(high: first.finalize(), low: second.finalize()) }
    }

    /// An order without a meaning, which brings equal digests together.
    package static func < (left: ContentDigest, right: ContentDigest) -> Bool { (left.high, left.low) < (right.high, right.low) }

    package init(high: Int, low: Int) {
        self.high = high
        self.low = low
    }

    package init(_ bytes: UnsafeRawBufferPointer) {
        var sum = Sum()
        sum.add(bytes)
        self = sum.digest
    }

    package init(_ value: JSONText) {
        var text = value.text
        self = text.withUTF8 { ContentDigest(UnsafeRawBufferPointer($0)) }
    }

    /// Stands for a run of texts.
    package init(_ digests: some Sequence<ContentDigest>) {
        var sum = Sum()
        for digest in digests { sum.add(digest) }
        self = sum.digest
    }
}
