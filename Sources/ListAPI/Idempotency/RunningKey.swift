import Lists
import Ports
import Synchronization

/// An idempotency key that no other request has until ``end()``, or until nobody holds this any more.
final class RunningKey: Sendable {
    let key: IdempotencyKey
    private let release: @Sendable () -> Void
    private let hasEnded = Atomic<Bool>(false)

    /// - Parameter release: Makes the key free; called once.
    init(_ key: IdempotencyKey, release: @escaping @Sendable () -> Void) {
        self.key = key
        self.release = release
    }

    deinit {
        end()
    }

    /// The answer is decided. Only the first call counts.
    func end() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { release() }
    }
}
