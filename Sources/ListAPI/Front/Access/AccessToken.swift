/// A token that the operator has given to somebody: its digest, never the token itself, what it grants, and until when.
public struct AccessToken: Sendable, Equatable {
    public let digest: SHA256Digest
    public let grant: Grant
    /// From when on it opens nothing, in milliseconds since 1970; `nil` for never.
    public var notAfter: Int64? { grant.notAfter }

    public init(digest: SHA256Digest, grant: Grant, notAfter: Int64? = nil) {
        self.digest = digest
        self.grant = Grant(name: grant.name, scope: grant.scope, lists: grant.lists, notAfter: notAfter)
    }

    public static func == (left: AccessToken, right: AccessToken) -> Bool {
        left.digest == right.digest && left.grant == right.grant && left.notAfter == right.notAfter
    }

    func hasExpired(at now: Int64) -> Bool { notAfter.map { $0 <= now } ?? false }
}
