import Lists
public import Ports

/// Which of a webhook's secrets sign, and how one takes the place of another without a moment in which a receiver can't verify.
public enum SecretRotation {
    /// How long an older secret goes on signing beside a new one, in milliseconds: 24 hours.
    public static let overlap: Int64 = 86_400_000
    /// The most secrets that sign at once; of more, the oldest stop early.
    public static let maximumCount = 10

    /// The secrets that sign at a time, in the order given.
    ///
    /// - Parameter now: Milliseconds since 1970, UTC.
    public static func live(_ secrets: [SealedSecret], at now: Int64) -> [SealedSecret] {
        secrets.filter { secret in secret.expiresAt.map { $0 > now } ?? true }
    }

    /// A webhook's secrets once a new one is there: the new one first, then those that still sign, each with its end.
    ///
    /// - Parameters:
    ///   - secret: The new one.
    ///   - secrets: Those so far, the newest first.
    ///   - now: Milliseconds since 1970, UTC.
    public static func adding(_ secret: SealedSecret, to secrets: [SealedSecret], at now: Int64) -> [SealedSecret] {
        let end = now.addingSaturating(overlap)
        let older = live(secrets, at: now).map { SealedSecret(sealed: $0.sealed, expiresAt: min($0.expiresAt ?? end, end)) }
        return Array(([SealedSecret(sealed: secret.sealed)] + older).prefix(maximumCount))
    }
}
