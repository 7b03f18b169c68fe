/// `idempotency.…`: how long answers stay under their keys.
public struct IdempotencySettings: Sendable, Equatable {
    public var seconds = 86_400
    /// For all answers together.
    public var bytes = 256 << 20
}
