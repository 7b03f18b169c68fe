import Foundations

/// A URL that events can be sent to: `http` or `https`, a host, perhaps a port, a path and a query (RFC 3986, RFC 9110, 4.2).
///
/// It is read strictly, so that the client that connects can't take it for another host than the validated one: no credentials, no
/// fragment, no backslash, nothing beyond ASCII (a name in other letters comes as its `xn--` form), no percent-encoding in the host. Numbers that
/// `inet_aton` takes for an address, such as `127.1` and `0x7f000001`, are that address.
public struct WebhookURL: Sendable, Hashable {
    public enum Host: Sendable, Hashable {
        case address(IPAddress)
        /// In small letters. A dot at its end is kept: it says that the name is whole.
        case name(String)
    }

    /// The most bytes that a URL has.
    public static let maximumLength = 2_048

    /// As it was given.
    public let text: String
    public let isSecure: Bool
    /// Names of the own machine (`localhost`, and all below it) are its loopback address, `127.0.0.1` (RFC 6761, 6.3).
    public let host: Host
    /// The one that is named, else that of the scheme.
    public let port: UInt16

    public init(_ text: String) throws(WebhookURLError) {
        let bytes = Array(text.utf8)
        try Self.check(bytes)
        let scheme = try Self.scheme(of: bytes)
        let start = scheme.length + 3
        let end = bytes[start...].firstIndex { Self.authorityEnds.contains($0) } ?? bytes.endIndex
        let authority = try WebhookAuthority(bytes[start..<end])
        try Self.checkTarget(bytes[end...])
        self.text = text
        isSecure = scheme.isSecure
        host = authority.host
        port = authority.port ?? (scheme.isSecure ? 443 : 80)
    }

    private static let authorityEnds = Array("/?#".utf8)

    /// Characters that a URL is made of, `%` and brackets aside (RFC 3986, 2).
    private static let targetCharacters = Array("-._~!$&'()*+,;=:@/?".utf8)

    private static func check(_ bytes: [UInt8]) throws(WebhookURLError) {
        guard !bytes.isEmpty else { throw WebhookURLError(.malformed, "it is empty") }
        guard bytes.count <= maximumLength else {
            throw WebhookURLError(.malformed, "it is \(bytes.count) bytes long, at most \(maximumLength)")
        }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw WebhookURLError(
                .malformed, "it has a space, a control character or a character beyond ASCII, which must be percent-encoded")
        }
        guard !bytes.contains(UInt8(ascii: "\\")) else { throw WebhookURLError(.malformed, "it has a backslash") }
    }

    private static func scheme(of bytes: [UInt8]) throws(WebhookURLError) -> (isSecure: Bool, length: Int) {
        let name = bytes.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
        let rest = bytes.dropFirst(name.count)
        guard let first = name.first, ASCII.isLetter(first), rest.first == UInt8(ascii: ":") else {
            throw WebhookURLError(.malformed, "it is not a URL with a scheme: it must begin with http:// or https://")
        }
        let isSecure = ASCII.isEqual(name, toLowercase: "https")
        guard isSecure || ASCII.isEqual(name, toLowercase: "http") else {
            throw WebhookURLError(.notAllowed, "its scheme is neither http nor https")
        }
        guard rest.dropFirst().starts(with: "//".utf8) else {
            throw WebhookURLError(.malformed, "behind its scheme there must be ://")
        }
        return (isSecure, name.count)
    }

    /// Checks path and query.
    private static func checkTarget(_ target: ArraySlice<UInt8>) throws(WebhookURLError) {
        guard !target.contains(UInt8(ascii: "#")) else {
            throw WebhookURLError(.malformed, "it has a fragment, which is never sent; a # is written %23")
        }
        for (index, byte) in zip(target.indices, target) where !isTargetCharacter(byte) {
            guard byte == UInt8(ascii: "%") else {
                throw WebhookURLError(.malformed, "it has the character \(UnicodeScalar(byte)), which must be percent-encoded")
            }
            let digits = target[(index + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy({ ASCII.hexValue(of: $0) != nil }) else {
                throw WebhookURLError(.malformed, "it has a % without two hexadecimal digits behind it")
            }
        }
    }

    private static func isTargetCharacter(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || targetCharacters.contains(byte)
    }
}

extension WebhookURL: CustomStringConvertible {
    public var description: String { text }
}
