import Glibc

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
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(Int32(address.family), kind, 0)
        guard descriptor >= 0 else { throw failure("socket") }
        var enabled: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &enabled, socklen_t(MemoryLayout<Int32>.size))
        let bound = address.withPointer { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 4_096) == 0, let taken = Self.port(of: descriptor) else {
            let error = failure("bind")
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = taken
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port = withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
            guard getsockname(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length) == 0 else { return nil }
            return bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        }
        return port.map(UInt16.init(bigEndian:))
    }
}
