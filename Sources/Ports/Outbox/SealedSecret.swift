/// A signing secret as a store keeps it: sealed, so that whoever reads the store alone learns nothing of it.
public struct SealedSecret: Sendable, Equatable {
    public let sealed: [UInt8]
    /// When it stops signing: milliseconds since 1970, UTC; `nil` for the one in use.
    public var expiresAt: Int64?

    public init(sealed: [UInt8], expiresAt: Int64? = nil) {
        self.sealed = sealed
        self.expiresAt = expiresAt
    }
}
