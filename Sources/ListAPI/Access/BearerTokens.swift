import ASCII
import HTTPServing
import HTTPTypes

/// The tokens that open a server, and who sends a request by them (RFC 6750, 2.1).
struct BearerTokens: Sendable {
    /// What a request has for a token.
    enum Found {
        case known(AccessToken)
        /// One that had expired when the request came.
        case expired(AccessToken)
        case unknown
        case none
    }

    private static let scheme: StaticString = "bearer"

    let tokens: [AccessToken]

    /// The request's token.
    ///
    /// Takes one digest and a look at every token, whichever of them it is.
    ///
    /// - Parameter now: Milliseconds since 1970.
    func find(in request: Request, now: Int64) -> Found {
        guard let value = request.headers[.authorization], let token = Self.token(in: value) else { return .none }
        let digest = SHA256Digest(of: token)
        var found: AccessToken?
        for candidate in tokens where candidate.digest.isSame(as: digest) { found = candidate }
        guard let found else { return .unknown }
        return found.hasExpired(at: now) ? .expired(found) : .known(found)
    }

    /// What stands behind the scheme, without blanks at both ends; `nil` where there is nothing or the scheme is another one.
    private static func token(in value: String) -> [UInt8]? {
        let bytes = value.utf8
        guard ASCII.isEqual(bytes.prefix(scheme.utf8CodeUnitCount), toLowercase: scheme) else { return nil }
        let rest = bytes.dropFirst(scheme.utf8CodeUnitCount)
        guard rest.first == UInt8(ascii: " ") else { return nil }
        let token = ASCII.droppingLastBlanks(rest.drop { $0 == UInt8(ascii: " ") })
        return token.isEmpty ? nil : Array(token)
    }
}
