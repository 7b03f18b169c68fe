/// `idempotency.…`: how long answers stay under their keys.
struct IdempotencySettings: Sendable, Equatable {
    var seconds = 86_400
    /// For all answers together.
    var bytes = 256 << 20
}
