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
            var position = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let word = digit < 16 ? first : second
                let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit % 16 * 4)) & 0xF
                buffer[position] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
                position += 1
            }
            return position
        }
    }
}
