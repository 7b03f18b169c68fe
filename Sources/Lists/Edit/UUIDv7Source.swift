/// Makes ids that no other item or section has.
public protocol IdentifierSource: AnyObject {
    /// A new id, later in byte order than those made before.
    func next() -> Identifier
}

/// Makes UUIDs of version 7 (RFC 9562, 5.7): 48 bits of milliseconds, then 74 bits that are random at the start of each millisecond and
/// count up within it (method 2 of 6.2), so that ids of one source ascend also when many are made at once or the clock steps back.
///
/// Confined to one thread. Time and randomness are passed in.
public final class UUIDv7Source: IdentifierSource {
    private let now: () -> Int64
    private let random: () -> UInt64
    private var milliseconds: Int64 = 0
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - random: 64 random bits; asked once or twice a millisecond.
    public init(now: @escaping () -> Int64, random: @escaping () -> UInt64) {
        self.now = now
        self.random = random
    }

    public func next() -> Identifier {
        let time = now()
        if time > milliseconds {
            milliseconds = time
            high = random() & 0x0FFF
            // The top bit stays free, so that counting up has room.
            low = random() & 0x1FFF_FFFF_FFFF_FFFF
        } else {
            count()
        }
        let first = UInt64(bitPattern: milliseconds) << 16 | 0x7000 | high
        let second = 0x8000_0000_0000_0000 | low
        return Identifier(verbatim: Self.text(first, second))
    }

    /// Goes on by one; past the last number of a millisecond, with the next millisecond.
    private func count() {
        low += 1
        guard low > 0x3FFF_FFFF_FFFF_FFFF else { return }
        low = 0
        high += 1
        guard high > 0x0FFF else { return }
        high = 0
        milliseconds += 1
    }

    /// The text of a UUID, by its two halves.
    package static func text(_ first: UInt64, _ second: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            for position in [8, 13, 18, 23] { buffer[position] = UInt8(ascii: "-") }
            var shift: UInt64 = 64
            for (index, position) in [0, 4, 9, 14, 19, 24, 28, 32].enumerated() {
                shift = index == 4 ? 48 : shift &- 16
                let digits = hexDigits((index < 4 ? first : second) >> shift)
                UnsafeMutableRawBufferPointer(buffer).storeBytes(of: digits.bigEndian, toByteOffset: position, as: UInt32.self)
            }
            return 36
        }
    }

    /// The four hexadecimal digits of the lowest 16 bits, the first one in the highest byte: a digit in each byte, all of them at once.
    private static func hexDigits(_ word: UInt64) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: word)
        let values = bits & 0xF | (bits & 0xF0) << 4 | (bits & 0xF00) << 8 | (bits & 0xF000) << 12
        let letters = (values &+ 0x0606_0606) >> 4 & 0x0101_0101
        return values &+ 0x3030_3030 &+ letters &* 0x27
    }
}
