/// Addresses of version 6 that stand for one of version 4: a kernel, a translator or a relay sends what goes there on to that.
///
/// These are v4-mapped (RFC 4291, 2.5.5.2), IPv4-translated (RFC 2765, 2.1), NAT64 under its well-known prefix (RFC 6052, 2.1) and 6to4
/// (RFC 3056, 2). Teredo and the local prefix of NAT64 name none that is sent to as it stands.
enum EmbeddedAddress {
    /// The address of version 4 that another stands for; `nil` where it stands for itself.
    static func embedded(in address: IPAddress) -> IPAddress? {
        guard case .v6(let high, let low) = address else { return nil }
        let last = IPAddress.v4(UInt32(truncatingIfNeeded: low))
        return switch (high, low >> 32) {
        case (0, 0xFFFF), (0, 0xFFFF_0000), (0x0064_FF9B_0000_0000, 0): last
        case _ where high >> 48 == 0x2002: .v4(UInt32(truncatingIfNeeded: high >> 16))
        default: nil
        }
    }
}
