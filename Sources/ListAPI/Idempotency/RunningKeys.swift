import Lists
import Synchronization
import Wire

/// The idempotency keys of the requests that have no answer yet.
///
/// A key is here from before anything is done until the answer is decided; after that, a key that stays in use is in the store. It is
/// as bounded as the writes that may wait.
final class RunningKeys: Sendable {
    private let keys = Mutex<Set<IdempotencyKey>>([])

    /// - Throws: `request-in-progress` while another request with the key runs, whatever it asks for: it may yet be refused, and the key
    ///   be free again.
    func begin(_ key: IdempotencyKey) throws(RequestProblem) {
        guard keys.withLock({ $0.insert(key).inserted }) else {
            throw KeyedWrite.problem(.requestInProgress, "A request with this Idempotency-Key has not been answered yet.")
        }
    }

    /// The answer is decided.
    func end(_ key: IdempotencyKey) {
        keys.withLock { _ = $0.remove(key) }
    }
}
