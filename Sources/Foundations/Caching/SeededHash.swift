/// Hashes bytes with numbers that each process draws anew, so that nobody outside knows which bytes collide.
///
/// Sixteen bytes are taken at once and folded by a multiplication to 128 bits (Wang Yi, "wyhash", 2019). It is no cryptographic hash: who sees
/// hashes may find collisions, so they stay in the process.
public enum SeededHash {
    private static let key: (UInt64, UInt64) = (UInt64.random(in: 1 ... .max), UInt64.random(in: 1 ... .max))

    /// The hash of some bytes and a number.
    public static func hash(_ bytes: UnsafeRawBufferPointer, _ number: UInt64) -> UInt64 {
        let key = key
        let count = bytes.count
        func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        func half(_ offset: Int) -> UInt64 { UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        var state = key.0 ^ number
        var offset = 0
        while count &- offset > 16 {
            state = fold(word(offset) ^ key.1, word(offset &+ 8) ^ state)
            offset &+= 16
        }
        let tail: (UInt64, UInt64)
        switch count {
        case 16...: tail = (word(count &- 16), word(count &- 8))
        case 8...15: tail = (word(0), word(count &- 8))
        case 4...7: tail = (half(0), half(count &- 4))
        case 1...3: tail = (UInt64(bytes[0]) << 16 | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count &- 1]), 0)
        default: tail = (0, 0)
        }
        state = fold(tail.0 ^ key.1, tail.1 ^ state)
        return fold(state ^ key.0, UInt64(truncatingIfNeeded: count) ^ key.1)
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }
}
