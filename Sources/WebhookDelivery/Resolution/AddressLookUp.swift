import Webhooks

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// All addresses of a host as the system knows them, each once and in its order; none where it does not resolve. Blocks.
func addresses(ofHost host: String) -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    // One entry for each address, whatever the protocol.
    #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
    #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var found: [IPAddress] = []
    var entry = first
    while let info = entry?.pointee {
        if let address = IPAddress(info), !found.contains(address) { found.append(address) }
        entry = info.ai_next
    }
    return found
}

extension IPAddress {
    /// The address of an entry; `nil` for what is no internet address.
    fileprivate init?(_ info: addrinfo) {
        guard let bytes = UnsafeRawPointer(info.ai_addr) else { return nil }
        switch info.ai_family {
        case AF_INET where Int(info.ai_addrlen) >= MemoryLayout<sockaddr_in>.size:
            self.init(bytes: withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
        case AF_INET6 where Int(info.ai_addrlen) >= MemoryLayout<sockaddr_in6>.size:
            self.init(bytes: withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        default:
            return nil
        }
    }
}
