/// The IP address of a client's end of a connection.
///
/// An IPv4 address and the IPv6 address that maps it are the same. The port is not part of it.
public struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    private static let mappedPrefix: UInt64 = 0xFFFF

    private let high: UInt64
    private let low: UInt64

    /// - Parameter version4: The four bytes as one number, the first byte highest.
    public init(version4: UInt32) {
        high = 0
        low = Self.mappedPrefix << 32 | UInt64(version4)
    }

    /// - Parameters:
    ///   - high: The first eight bytes as one number, the first byte highest.
    ///   - low: The other eight.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The address as four bytes in one number; `nil` for one of IPv6.
    public var version4: UInt32? { high == 0 && low >> 32 == Self.mappedPrefix ? UInt32(truncatingIfNeeded: low) : nil }

    /// The address that limits count by: an IPv4 address itself; the first 64 bits of an IPv6 address, since one subscriber has all of the
    /// rest.
    public var network: PeerAddress { version4 == nil ? PeerAddress(high: high, low: 0) : self }

    /// The address as text: dotted decimal, or as RFC 5952 recommends.
    public var description: String {
        if let version4 { return Self.bytes(of: version4).map { String($0) }.joined(separator: ".") }
        let groups = [high, low].flatMap { half in stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> $0) } }
        let gap = Self.longestRunOfZeros(groups)
        let text: (ArraySlice<UInt16>) -> String = { $0.map { String($0, radix: 16) }.joined(separator: ":") }
        return gap.isEmpty ? text(groups[...]) : "\(text(groups[..<gap.lowerBound]))::\(text(groups[gap.upperBound...]))"
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The first of the longest runs of at least two zeros; empty where there is none.
    private static func longestRunOfZeros(_ groups: [UInt16]) -> Range<Int> {
        var longest = 0..<0
        var start: Int?
        for index in 0...groups.count {
            if index < groups.count, groups[index] == 0 {
                start = start ?? index
            } else if let first = start.take(), index - first > max(1, longest.count) {
                longest = first..<index
            }
        }
        return longest
    }
}
