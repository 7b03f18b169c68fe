import Foundations
import HTTPServing
import HTTPTypes

/// The tokens that open a server, and who sends a request by them (RFC 6750, 2.1).
struct BearerTokens: Sendable {
    /// The token that a request carries.
    enum Found {
        case known(AccessToken)
        /// One that had expired when the request came.
        case expired(AccessToken)
        case unknown
        case none
    }

    private static let scheme: StaticString = "bearer"

    /// The tokens by the first bytes of their digests. Whoever sends a token can't choose these, and learns nothing from them.
    private let tokens: [UInt64: [AccessToken]]

    init(tokens: [AccessToken]) {
        self.tokens = Dictionary(grouping: tokens) { Self.key(of: $0.digest) }
    }

    /// The tokens that a digest is compared with, in a time that does not depend on where it differs.
    func candidates(for digest: SHA256Digest) -> [AccessToken] { tokens[Self.key(of: digest)] ?? [] }

    private static func key(of digest: SHA256Digest) -> UInt64 { digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// The request's token.
    ///
    /// Takes one digest and one look-up, whichever token it is and however many there are.
    ///
    /// - Parameter now: Milliseconds since 1970.
    func find(in request: Request, now: Int64) -> Found {
        guard let value = request.headers[.authorization], let token = Self.token(in: value) else { return .none }
        let digest = SHA256Digest(of: token)
        var found: AccessToken?
        for candidate in candidates(for: digest) where candidate.digest.isSame(as: digest) { found = candidate }
        guard let found else { return .unknown }
        return found.hasExpired(at: now) ? .expired(found) : .known(found)
    }

    /// The text behind the scheme, without blanks at both ends; `nil` if there is none or the scheme is another one.
    private static func token(in value: String) -> [UInt8]? {
        let bytes = value.utf8
        guard ASCII.isEqual(bytes.prefix(scheme.utf8CodeUnitCount), toLowercase: scheme) else { return nil }
        let rest = bytes.dropFirst(scheme.utf8CodeUnitCount)
        guard rest.first == UInt8(ascii: " ") else { return nil }
        let token = ASCII.droppingLastBlanks(rest.drop { $0 == UInt8(ascii: " ") })
        return token.isEmpty ? nil : Array(token)
    }
}
