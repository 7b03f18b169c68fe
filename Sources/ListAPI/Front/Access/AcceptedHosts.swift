public import Foundations

/// Which values of `Host` a server answers to. A page whose own name was pointed at the server's address comes with that name.
public enum AcceptedHosts: Sendable, Equatable {
    case any
    /// `localhost`, an address of 127.0.0.0/8, and `[::1]`, with any port.
    case loopback
    /// Hosts that match a pattern: in small letters, with or without a port. A pattern without a port takes any port.
    case patterns([NamePattern])

    /// Whether the value of a `Host` header is accepted, as its bytes came, without blanks around them. Letters count the same, large or
    /// small.
    public func accepts(_ value: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .any: true
        case .loopback: Self.isLoopback(Self.host(of: value))
        case .patterns(let patterns): Self.matches(value, patterns)
        }
    }

    /// The host in front of the port, which is a colon and digits.
    private static func host(of value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = value.count
        while end > 0, ASCII.isDigit(value[end &- 1]) { end &-= 1 }
        guard end > 0, value[end &- 1] == UInt8(ascii: ":") else { return value }
        return UnsafeRawBufferPointer(rebasing: value[..<(end &- 1)])
    }

    private static func isLoopback(_ host: UnsafeRawBufferPointer) -> Bool {
        switch host.first {
        case UInt8(ascii: "1"): isLoopbackAddress(host)
        case UInt8(ascii: "["): ASCII.isEqual(host, toLowercase: "[::1]")
        default: ASCII.isEqual(host, toLowercase: "localhost")
        }
    }

    /// Whether a text is four decimal numbers of one byte each, the first of them 127.
    private static func isLoopbackAddress(_ host: UnsafeRawBufferPointer) -> Bool {
        var (parts, number, digits) = (0, 0, 0)
        for byte in host {
            if byte == UInt8(ascii: ".") {
                guard digits > 0, parts > 0 || number == 127 else { return false }
                (parts, number, digits) = (parts &+ 1, 0, 0)
            } else {
                guard ASCII.isDigit(byte), digits < 3 else { return false }
                (number, digits) = (number &* 10 &+ Int(byte &- UInt8(ascii: "0")), digits &+ 1)
                guard number <= 255 else { return false }
            }
        }
        return parts == 3 && digits > 0
    }

    private static func matches(_ value: UnsafeRawBufferPointer, _ patterns: [NamePattern]) -> Bool {
        let hostCount = host(of: value).count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, value.count)) { room in
            for (index, byte) in value.enumerated() { room[index] = ASCII.lowercased(byte) }
            let whole = UnsafeBufferPointer(rebasing: room[..<value.count])
            let host = UnsafeBufferPointer(rebasing: room[..<hostCount])
            return patterns.contains { $0.matches(host) || $0.matches(whole) }
        }
    }
}
