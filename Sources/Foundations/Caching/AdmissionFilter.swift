import Synchronization

/// Admits a key to a cache when it is offered a second time, so that what is read once does not push out what is read again and again.
///
/// Remembers fingerprints in a table of fixed size, so a key may be forgotten between its offers. Any thread may use it.
public final class AdmissionFilter: Sendable {
    private let fingerprints: Mutex<[UInt64]>

    /// - Parameter size: Fingerprints that are remembered, a power of two: about as many keys may lie between the two offers of one.
    public init(size: Int = 1 << 14) {
        fingerprints = Mutex([UInt64](repeating: 0, count: max(1, size)))
    }

    /// Whether a key was offered before.
    ///
    /// - Parameter fingerprint: The key's hash.
    public func admits(_ fingerprint: UInt64) -> Bool {
        fingerprints.withLock { fingerprints in
            let index = Int(truncatingIfNeeded: fingerprint) & (fingerprints.count - 1)
            defer { fingerprints[index] = fingerprint }
            return fingerprints[index] == fingerprint
        }
    }
}
