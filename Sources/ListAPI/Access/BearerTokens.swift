import HTTPServing
import HTTPTypes

/// The tokens that open a server, and who sends a request by them (RFC 6750, 2.1).
struct BearerTokens: Sendable {
    private static let scheme = "bearer"

    let tokens: [AccessToken]

    /// What the request's token grants; `nil` where there is none, or one that is not known.
    ///
    /// Takes one digest and a look at every token, whichever of them it is.
    func grant(of request: Request) -> Grant? {
        guard let value = request.headers[.authorization], let token = Self.token(in: value) else { return nil }
        let digest = SHA256Digest(of: token)
        var found: Grant?
        for candidate in tokens where candidate.digest.isSame(as: digest) { found = candidate.grant }
        return found
    }

    /// What stands behind the scheme and its spaces; `nil` where the scheme is another one.
    private static func token(in value: String) -> [UInt8]? {
        let bytes = value.utf8
        guard bytes.prefix(scheme.utf8.count).elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 }) else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count)
        guard rest.first == UInt8(ascii: " ") else { return nil }
        let token = Array(rest.drop { $0 == UInt8(ascii: " ") })
        return token.isEmpty ? nil : token
    }
}
