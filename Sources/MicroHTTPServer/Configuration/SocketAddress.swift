#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An IPv4 or IPv6 address with a port.
enum SocketAddress {
    case v4(sockaddr_in)
    case v6(sockaddr_in6)

    /// - Parameter host: an address in its usual notation, an IPv6 one with or without brackets; or `localhost`.
    init?(_ host: String, _ port: UInt16) {
        let host = host == "localhost" ? "127.0.0.1" : host
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
            self = .v4(four)
            return
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard inet_pton(AF_INET6, bare, &six.sin6_addr) == 1 else { return nil }
        self = .v6(six)
    }

    /// The address that a socket is bound to; `nil` for one of another family.
    init?(of descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0 ? SocketAddress($0) : nil
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// The address of a family that is known, as the system hands it out.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET: self = .v4(raw.loadUnaligned(as: sockaddr_in.self))
        case AF_INET6: self = .v6(raw.loadUnaligned(as: sockaddr_in6.self))
        default: return nil
        }
    }

    var port: UInt16 {
        switch self {
        case .v4(let address): UInt16(bigEndian: address.sin_port)
        case .v6(let address): UInt16(bigEndian: address.sin6_port)
        }
    }

    func with(port: UInt16) -> SocketAddress {
        switch self {
        case .v4(var address):
            address.sin_port = port.bigEndian
            return .v4(address)
        case .v6(var address):
            address.sin6_port = port.bigEndian
            return .v6(address)
        }
    }

    /// The same address, or loopback in place of the one that stands for all.
    var reachable: SocketAddress {
        guard isUnspecified else { return self }
        return SocketAddress(family == sa_family_t(AF_INET) ? "127.0.0.1" : "::1", port) ?? self
    }

    /// Whether the host is the same, whatever the port. An IPv4 address in an IPv6 one is another.
    func hasHost(of other: SocketAddress) -> Bool { hostBytes.elementsEqual(other.hostBytes) }

    private var isUnspecified: Bool { hostBytes.allSatisfy { $0 == 0 } }

    private var hostBytes: [UInt8] {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.sin_addr) { Array($0) }
        case .v6(let address): withUnsafeBytes(of: address.sin6_addr) { Array($0) }
        }
    }

    var family: sa_family_t {
        switch self {
        case .v4(let address): address.sin_family
        case .v6(let address): address.sin6_family
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch self {
        case .v4(let address): Self.withPointer(address, body)
        case .v6(let address): Self.withPointer(address, body)
        }
    }

    private static func withPointer<Address, Result>(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
