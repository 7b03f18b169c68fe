/// Whole numbers of seven bits a byte, the lowest bits first: all bytes but the last have their top bit set (LEB128). Signed ones are in
/// zigzag form (the encoding of Protocol Buffers).
public enum Varint {
    /// The most bytes that a number takes.
    public static let longest = 10

    public static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads a number, and moves the position behind it; `nil` where the bytes end before it does, or it has more than ten.
    @inlinable
    public static func read(_ bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position >= 0, position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }

    /// The zigzag form of a signed number: small ones of either sign are short.
    @inlinable
    public static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

    /// The number of a zigzag form.
    @inlinable
    public static func signed(_ zigzag: UInt64) -> Int64 { Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1) }

    /// How many bytes a number takes.
    @inlinable
    public static func length(_ number: UInt64) -> Int { number == 0 ? 1 : (70 - number.leadingZeroBitCount) / 7 }
}
