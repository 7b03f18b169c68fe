/// How long answers are kept for their idempotency keys.
///
/// An answer is given again for ``seconds``. All answers together take ``bytes`` at most; past that
/// the oldest of the space that keeps most go first, whatever their age.
public struct StoredResponsePolicy: Sendable, Equatable {
    public var seconds: Int64
    public var bytes: Int64

    public init(seconds: Int64 = 86_400, bytes: Int64 = 256 << 20) {
        self.seconds = seconds
        self.bytes = bytes
    }

    /// Whether an answer is no longer given again.
    ///
    /// - Parameters:
    ///   - time: When it was kept: milliseconds since 1970.
    ///   - now: Milliseconds since 1970.
    public func isExpired(_ time: Int64, now: Int64) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(time)
        return overflow ? now > time : age / 1_000 >= seconds
    }
}
