import Foundations

/// The authority of a URL (RFC 3986, 3.2): a host, perhaps a port, and no credentials.
struct WebhookAuthority {
    let host: WebhookURL.Host
    let port: UInt16?

    /// - Parameter bytes: The bytes between `//` and the path: visible ASCII without a backslash.
    init(_ bytes: ArraySlice<UInt8>) throws(WebhookURLError) {
        guard !bytes.contains(UInt8(ascii: "@")) else {
            throw WebhookURLError(.notAllowed, "it has credentials, or an @ in front of its path")
        }
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else {
                throw WebhookURLError(.malformed, "its host has a [ without a ]")
            }
            let text = String(decoding: bytes[bytes.startIndex...end].dropFirst().dropLast(), as: UTF8.self)
            guard let address = IPAddress(text), case .v6 = address else {
                throw WebhookURLError(.malformed, "what stands in brackets is no IPv6 address, or one with a zone")
            }
            host = .address(address)
            rest = bytes[end...].dropFirst()
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            host = try WebhookHostName.host(name)
            rest = bytes[name.endIndex...]
        }
        port = try rest.isEmpty ? nil : Self.port(rest)
    }

    private static func port(_ text: ArraySlice<UInt8>) throws(WebhookURLError) -> UInt16 {
        let digits = text.dropFirst()
        guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(ASCII.isDigit),
            digits.first != UInt8(ascii: "0"), let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { throw WebhookURLError(.malformed, "its port is not a number from 1 to 65535") }
        return port
    }
}
