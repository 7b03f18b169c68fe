/// The hash that an entity tag carries of what its answer depends on beside the list: the same in every process.
///
/// FNV-1a of 32 bits (Fowler, Noll and Vo). Each part is ended by a byte that UTF-8 does not have, so no two runs of parts are the same bytes.
public struct VariantHash: Sendable, Equatable {
    public private(set) var value: UInt32 = 0x811C_9DC5

    public init() {}

    /// Adds a text; `nil` is not the empty text.
    public mutating func combine(_ part: String?) {
        guard let part else { return combine(byte: 0xFE) }
        for byte in part.utf8 { combine(byte: byte) }
        combine(byte: 0xFF)
    }

    /// Adds a number.
    public mutating func combine(_ number: UInt32) {
        for index in 0..<4 { combine(byte: UInt8(truncatingIfNeeded: number >> UInt32(8 * index))) }
    }

    private mutating func combine(byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
}
