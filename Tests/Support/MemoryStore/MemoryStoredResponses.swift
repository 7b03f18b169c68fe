import Ports
import Synchronization

/// The kept answers of a ``MemoryListStore``. Any thread may use it.
final class MemoryStoredResponses: Sendable {
    private struct Entry {
        let answer: StoredResponse
        let time: Int64
    }

    private struct State {
        var entries: [IdempotencyKey: Entry] = [:]
        /// The keys, oldest first; those before `first` have gone.
        var order: [IdempotencyKey] = []
        var first = 0
        var bytes: Int64 = 0
        /// Times never go back, so what has expired comes first.
        var lastTime = Int64.min

        var oldest: Entry? { first < order.count ? entries[order[first]] : nil }

        mutating func removeOldest() {
            guard let entry = entries.removeValue(forKey: order[first]) else { return }
            bytes -= Int64(entry.answer.byteCount)
            first += 1
            guard first > 64, first > order.count / 2 else { return }
            order.removeFirst(first)
            first = 0
        }
    }

    private let state = Mutex(State())
    private let policy: StoredResponsePolicy

    init(_ policy: StoredResponsePolicy) {
        self.policy = policy
    }

    /// The answer kept under a key, unless it has expired.
    func find(_ key: IdempotencyKey, now: Int64) -> StoredResponse? {
        state.withLock { $0.entries[key] }.flatMap { policy.isExpired($0.time, now: now) ? nil : $0.answer }
    }

    /// Keeps an answer under a key that is free, and lets those go that may.
    func add(_ answer: StoredResponse, now: Int64) {
        state.withLock { state in
            while let oldest = state.oldest, policy.isExpired(oldest.time, now: now) { state.removeOldest() }
            state.lastTime = max(state.lastTime, now)
            state.entries[answer.key] = Entry(answer: answer, time: state.lastTime)
            state.order.append(answer.key)
            state.bytes += Int64(answer.byteCount)
            while let oldest = state.oldest, policy.releases(oldest.time, total: state.bytes, now: now) { state.removeOldest() }
        }
    }
}
