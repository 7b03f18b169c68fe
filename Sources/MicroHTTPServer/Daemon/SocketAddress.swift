import Glibc

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
