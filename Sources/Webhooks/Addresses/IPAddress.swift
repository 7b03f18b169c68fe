/// An address of the Internet Protocol, version 4 or 6.
///
/// The two kinds are never equal: `::ffff:192.0.2.1` is not `192.0.2.1`.
public enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    /// The first and the last 64 bits.
    case v6(high: UInt64, low: UInt64)

    /// Reads an address in its standard text: four decimal numbers (RFC 1123, 2.1), none with a leading zero, or what RFC 4291, 2.2 says of
    /// version 6, without a zone and without brackets. `nil` for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if let address = IPAddressText.v4(bytes[...]) {
            self = .v4(address)
        } else if let words = IPAddressText.v6(bytes[...]) {
            self.init(words: words)
        } else {
            return nil
        }
    }

    /// Takes the bytes of an address as they stand in a packet, most significant first: 4 or 16 of them, else `nil`.
    public init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4:
            self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16:
            self = .v6(
                high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
        default:
            return nil
        }
    }

    /// - Parameter words: Eight of them, the first one first.
    private init(words: [UInt16]) {
        self = .v6(
            high: words.prefix(4).reduce(0) { $0 << 16 | UInt64($1) }, low: words.dropFirst(4).reduce(0) { $0 << 16 | UInt64($1) })
    }
}

extension IPAddress: CustomStringConvertible {
    /// The text that RFC 5952 recommends; a v4-mapped address ends in its four decimal numbers (RFC 5952, 5).
    public var description: String {
        switch self {
        case .v4(let address): IPAddressText.text(ofV4: address)
        case .v6(high: 0, let low) where low >> 32 == 0xFFFF: "::ffff:" + IPAddressText.text(ofV4: UInt32(truncatingIfNeeded: low))
        case .v6(let high, let low): IPAddressText.text(ofV6: Self.words(high) + Self.words(low))
        }
    }

    private static func words(_ half: UInt64) -> [UInt16] {
        [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) }
    }
}
