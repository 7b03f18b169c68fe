import Foundations
import ListAPI
import MicroHTTPServer
import Settings
import Synchronization

/// Which hosts a server answers to: those of `server.hosts`; without any, every host, or loopback names and addresses alone while the server
/// listens there and asks for no token. A page whose name was pointed at this machine then reads nothing.
final class HostGuard: Sendable {
    private let patterns: [NamePattern]
    private let listensOnLoopback: Bool
    private let asksForTokens: Atomic<Bool>

    init(_ settings: Settings) {
        patterns = settings.hosts.map { NamePattern($0.lowercased()) }
        listensOnLoopback = Self.isLoopback(settings.server.host)
        asksForTokens = Atomic(!settings.api.access.tokens.isEmpty)
    }

    /// Whether nobody but this machine reaches an address that a server listens on.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    /// The rule as the server asks it.
    var rule: HostRule {
        guard patterns.isEmpty else {
            let hosts = AcceptedHosts.patterns(patterns)
            return HostRule { hosts.accepts($0) }
        }
        return listensOnLoopback
            ? HostRule { [self] in asksForTokens.load(ordering: .relaxed) || AcceptedHosts.loopback.accepts($0) } : .any
    }

    /// Follows access rules that were read again.
    func take(_ rules: AccessRules) {
        asksForTokens.store(!rules.tokens.isEmpty, ordering: .relaxed)
    }
}

/// Which values of `Host` a server answers to. A page whose own name was pointed at the server's address comes with that name.
enum AcceptedHosts: Sendable {
    case any
    /// `localhost`, an address of 127.0.0.0/8, and `[::1]`, with any port.
    case loopback
    /// Hosts that match a pattern: in small letters, with or without a port. A pattern without a port takes any port.
    case patterns([NamePattern])

    /// Whether the value of a `Host` header is accepted, as its bytes came, without blanks around them. Letters count the same, large or
    /// small.
    func accepts(_ value: UnsafeRawBufferPointer) -> Bool {
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
