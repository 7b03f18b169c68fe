import Foundations

/// A block of addresses in the notation of CIDR (RFC 4632, 3.1; RFC 4291, 2.3), such as `10.0.0.0/8` or `fc00::/7`.
public struct AddressBlock: Sendable, Hashable {
    /// Its lowest address.
    public let first: IPAddress
    /// How many bits all its addresses share with the first.
    let prefixLength: Int

    /// Reads a block; an address alone is a block of one.
    ///
    /// - Parameter cidr: `nil` comes back where it is no block, and where the address has bits set behind the prefix (`10.0.0.1/8`), so
    ///   that a slip of the pen is seen.
    public init?(_ cidr: String) {
        let parts = cidr.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let text = parts.first, let address = IPAddress(String(decoding: text, as: UTF8.self)) else { return nil }
        let width = Self.width(of: address)
        guard let length = parts.count == 1 ? width : Self.length(parts[1]) else { return nil }
        self.init(address, prefixLength: length)
    }

    /// `nil` where the address has bits set behind the prefix, or has less bits than that.
    init?(_ first: IPAddress, prefixLength: Int) {
        guard (0...Self.width(of: first)).contains(prefixLength), Self.masked(first, prefixLength) == first else { return nil }
        self.first = first
        self.prefixLength = prefixLength
    }

    /// Whether an address is in the block. One of the other version never is, whatever it embeds.
    public func contains(_ address: IPAddress) -> Bool {
        Self.masked(address, prefixLength) == first
    }

    private static func width(of address: IPAddress) -> Int {
        switch address {
        case .v4: 32
        case .v6: 128
        }
    }

    private static func length(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...3).contains(digits.count), digits.allSatisfy(ASCII.isDigit), digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// An address with all bits behind a prefix cleared.
    private static func masked(_ address: IPAddress, _ length: Int) -> IPAddress {
        // A shift by the whole width gives 0, and one by less than nothing shifts the other way: neither traps.
        switch address {
        case .v4(let bits): .v4(bits & (.max << (32 - min(length, 32))))
        case .v6(let high, let low):
            .v6(high: high & (.max << (64 - min(length, 64))), low: low & (.max << (64 - max(0, length - 64))))
        }
    }
}

extension AddressBlock: CustomStringConvertible {
    public var description: String { "\(first)/\(prefixLength)" }
}
