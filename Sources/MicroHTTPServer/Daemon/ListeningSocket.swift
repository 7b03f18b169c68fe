#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A listening TCP socket.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// - Throws: ``ServerError`` where the host is no address or the system refuses.
    init(host: String, port: UInt16) throws(ServerError) {
        guard let address = SocketAddress(host, port) else { throw .invalidHost(host) }
        func failure(_ operation: String) -> ServerError {
            let code = errno
            return .cannotListen(host: host, port: port, operation: operation, code: code, message: String(cString: strerror(code)))
        }
        let descriptor = openSocket(family: Int32(address.family))
        guard descriptor >= 0 else { throw failure("socket") }
        var enabled: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &enabled, socklen_t(MemoryLayout<Int32>.size))
        let bound = address.withPointer { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 4_096) == 0, let taken = SocketAddress(of: descriptor)?.port else {
            let error = failure("bind")
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = taken
    }
}
