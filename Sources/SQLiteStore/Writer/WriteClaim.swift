import Synchronization

/// Whether a write still waits: the writer begins it or somebody refuses it, and only the first of them can. Any thread may use it.
final class WriteClaim: Sendable {
    /// When the write was asked for.
    let arrival = Uptime.now
    private let isTaken = Atomic<Bool>(false)

    /// Ends the waiting.
    ///
    /// - Returns: Whether the caller is the first, and now answers for the write.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
