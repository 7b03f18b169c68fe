import Synchronization

/// Admits a key to a cache when it is offered a second time, so that what is read once does not push out what is read again and again.
///
/// Remembers fingerprints in a table of fixed size, so a key may be forgotten between its offers. Any thread may use it.
final class AdmissionFilter: Sendable {
    private static let size = 1 << 14
    private let fingerprints = Mutex([Int](repeating: 0, count: size))

    /// Whether a key was offered before.
    ///
    /// - Parameter fingerprint: The key's hash.
    func admits(_ fingerprint: Int) -> Bool {
        let index = fingerprint & (Self.size - 1)
        return fingerprints.withLock { fingerprints in
            defer { fingerprints[index] = fingerprint }
            return fingerprints[index] == fingerprint
        }
    }
}
