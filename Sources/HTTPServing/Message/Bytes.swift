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

    /// The index of the first such byte from an index on; the end where there is none.
    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != byte { index &+= 1 }
        return index
    }
}
