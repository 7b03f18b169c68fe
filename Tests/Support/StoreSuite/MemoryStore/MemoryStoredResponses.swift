import Ports
import Synchronization

/// The kept answers of a ``MemoryListStore``. Any thread may use it.
final class MemoryStoredResponses: Sendable {
    private struct Entry {
        let answer: StoredResponse
        let time: Int64
    }

    private struct State {
        /// Oldest first.
        var entries: [Entry] = []
        /// Times never go back, so what has expired comes first.
        var lastTime = Int64.min

        var bytes: Int64 { entries.reduce(0) { $0 + Int64($1.answer.byteCount) } }

        /// Removes the oldest of the space that keeps most.
        mutating func removeOne() {
            var spaces: [String: Int] = [:]
            for entry in entries { spaces[entry.answer.key.space, default: 0] += entry.answer.byteCount }
            let most = spaces.max { $0.value < $1.value }?.key
            if let index = entries.firstIndex(where: { $0.answer.key.space == most }) { entries.remove(at: index) }
        }
    }

    private let state = Mutex(State())
    private let policy: StoredResponsePolicy

    init(_ policy: StoredResponsePolicy) {
        self.policy = policy
    }

    /// The answer kept under a key, unless it has expired.
    func find(_ key: IdempotencyKey, now: Int64) -> StoredResponse? {
        let entry = state.withLock { $0.entries.last { $0.answer.key == key } }
        return entry.flatMap { policy.isExpired($0.time, now: now) ? nil : $0.answer }
    }

    /// Keeps an answer under a key that is free, and lets those go that may.
    func add(_ answer: StoredResponse, now: Int64) {
        state.withLock { state in
            state.lastTime = max(state.lastTime, now)
            state.entries.append(Entry(answer: answer, time: state.lastTime))
            state.entries.removeAll { policy.isExpired($0.time, now: now) }
            while !state.entries.isEmpty, state.bytes > policy.bytes { state.removeOne() }
        }
    }
}
