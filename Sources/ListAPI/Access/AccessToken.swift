/// A token that the operator has given to somebody: its digest, never the token itself, what it grants, and until when.
public struct AccessToken: Sendable, Equatable {
    public let digest: SHA256Digest
    public let grant: Grant
    /// From when on it opens nothing, in milliseconds since 1970; `nil` for never.
    public let notAfter: Int64?

    public init(digest: SHA256Digest, grant: Grant, notAfter: Int64? = nil) {
        self.digest = digest
        self.grant = grant
        self.notAfter = notAfter
    }

    func hasExpired(at now: Int64) -> Bool { notAfter.map { $0 <= now } ?? false }
}
