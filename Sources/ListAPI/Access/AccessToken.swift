public import HTTPServing

/// A token that the operator has given to somebody: its digest, never the token itself, and what it grants.
public struct AccessToken: Sendable, Equatable {
    public let digest: SHA256Digest
    public let grant: Grant

    public init(digest: SHA256Digest, grant: Grant) {
        self.digest = digest
        self.grant = grant
    }
}
