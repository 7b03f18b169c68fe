import Foundations
import Lists

/// A delivery's number: its event's, then its webhook's. So numbers go up with those of events, and the deliveries of an event stand side by side.
struct DeliveryNumber: Equatable {
    /// Bits of the webhook's number.
    static let webhookBits: Int64 = 20
    /// The last number that a webhook may have.
    static let lastWebhook: Int64 = 1 << webhookBits - 1
    /// The last number that an event may have.
    static let lastEvent = Int64.max >> webhookBits - 1

    let value: Int64

    init(_ value: Int64) {
        self.value = value
    }

    /// - Parameters:
    ///   - event: At most ``lastEvent``.
    ///   - webhook: At most ``lastWebhook``.
    init(event: Int64, webhook: Int64) {
        value = event << Self.webhookBits | webhook
    }

    /// The number that an id has; `nil` for a text that has none. A delivery that is found by it has ``id(madeAt:)``, or is another one.
    init?(of id: Identifier) {
        var (high, low, digits): (UInt64, UInt64, Int) = (0, 0, 0)
        for byte in id.text.utf8 where byte != UInt8(ascii: "-") {
            guard digits < 32, let digit = ASCII.hexValue(of: byte) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            digits += 1
        }
        guard digits == 32 else { return nil }
        value = Int64(bitPattern: (high & 1) << 62 | low & Self.lowBits)
    }

    var event: Int64 { value >> Self.webhookBits }

    var webhook: Int64 { value & Self.lastWebhook }

    /// The delivery's id: a UUID of version 8 (RFC 9562, 5.8) of 48 bits of milliseconds and the number. It needs no column and no index.
    ///
    /// - Parameter time: When the delivery was made: milliseconds since 1970.
    func id(madeAt time: Int64) -> Identifier {
        let number = UInt64(bitPattern: value)
        let high = UInt64(bitPattern: time) << 16 | 0x8000 | number >> 62 & 1
        return Identifier(verbatim: UUIDv7Source.text(high, 1 << 63 | number & Self.lowBits))
    }

    /// The bits of the number in the half of the id that begins with the variant.
    private static let lowBits: UInt64 = 1 << 62 - 1
}
