/// Bytes compared as they are.
package enum Bytes {
    /// Whether two runs have the same bytes.
    static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        areEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    }

    /// Whether two runs have the same bytes, eight at a time.
    package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var index = 0
        while index &+ 8 <= left.count {
            let isSame =
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self) == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard isSame else { return false }
            index &+= 8
        }
        while index < left.count {
            guard left[index] == right[index] else { return false }
            index &+= 1
        }
        return true
    }

    /// Whether bytes are those of a literal.
    package static func areEqual(_ bytes: UnsafeRawBufferPointer, _ literal: StaticString) -> Bool {
        areEqual(bytes, UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Whether two texts have the same bytes in UTF-8.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.span.withUnsafeBytes { left in right.utf8.span.withUnsafeBytes { right in areEqual(left, right) } }
    }

    /// The text of bytes; `nil` where they are not UTF-8.
    package static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Text of ASCII alone, as nearly all is, takes no validation, whose generic types are looked up at each call.
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }

    /// The index of the first such byte from an index on; the end where there is none.
    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != byte { index &+= 1 }
        return index
    }
}
