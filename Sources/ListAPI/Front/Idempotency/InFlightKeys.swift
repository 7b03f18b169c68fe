import Lists
import Ports
import Synchronization
import Wire

/// The idempotency keys of the requests that have no response yet.
///
/// A key is here from before a request's body is acted on until its response is decided; after that, a key that stays in use is in the
/// store. There are never more than requests that run.
final class InFlightKeys: Sendable {
    private let keys = Mutex<Set<IdempotencyKey>>([])

    /// Takes a key.
    ///
    /// - Throws: `request-in-progress` while another request with the key runs, whatever it asks for: it may yet be refused, and the key
    ///   be free again.
    func begin(_ key: IdempotencyKey) throws(RequestProblem) -> InFlightKey {
        guard keys.withLock({ $0.insert(key).inserted }) else {
            throw KeyedWrite.problem(.requestInProgress, "A request with this Idempotency-Key has not been answered yet.")
        }
        return InFlightKey(key, in: self)
    }

    fileprivate func end(_ key: IdempotencyKey) {
        keys.withLock { _ = $0.remove(key) }
    }
}

/// An idempotency key that no other request has until ``end()``, or until nobody holds this any more.
final class InFlightKey: Sendable {
    let key: IdempotencyKey
    private let keys: InFlightKeys
    private let hasEnded = Atomic<Bool>(false)

    fileprivate init(_ key: IdempotencyKey, in keys: InFlightKeys) {
        self.key = key
        self.keys = keys
    }

    deinit {
        end()
    }

    /// The response is decided. Only the first call counts.
    func end() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { keys.end(key) }
    }
}
