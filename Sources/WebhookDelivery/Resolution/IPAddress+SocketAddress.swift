import CCurl
import Webhooks

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension IPAddress {
    /// The address in a socket address; `nil` for what is no internet address.
    ///
    /// - Parameters:
    ///   - bytes: A `sockaddr` of that family.
    ///   - length: Its bytes.
    init?(family: Int32, bytes: UnsafeRawPointer, length: Int) {
        switch family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
        default:
            return nil
        }
    }

    /// The address that libcurl is about to connect to; `nil` for what is no internet address.
    init?(connecting address: UnsafeMutablePointer<curl_sockaddr>) {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // libcurl keeps the whole address there, of which the declared field is the beginning.
        self.init(family: address.pointee.family, bytes: UnsafeRawPointer(address) + offset, length: Int(address.pointee.addrlen))
    }
}
