import Lists
import Ports
import Synchronization
import Wire

/// The idempotency keys of the requests that have no answer yet.
///
/// A key is here from before a request's body is acted on until its answer is decided; after that, a key that stays in use is in the
/// store. There are never more than requests that run.
final class RunningKeys: Sendable {
    private let keys = Mutex<Set<IdempotencyKey>>([])

    /// Takes a key.
    ///
    /// - Throws: `request-in-progress` while another request with the key runs, whatever it asks for: it may yet be refused, and the key
    ///   be free again.
    func begin(_ key: IdempotencyKey) throws(RequestProblem) -> RunningKey {
        guard keys.withLock({ $0.insert(key).inserted }) else {
            throw KeyedWrite.problem(.requestInProgress, "A request with this Idempotency-Key has not been answered yet.")
        }
        return RunningKey(key) { [self] in
            keys.withLock { _ = $0.remove(key) }
        }
    }
}
