import HTTPServing
import Synchronization

extension ResponseCache {
    /// A part of the cache with a lock of its own.
    final class Shard: Sendable {
        private struct Slot {
            let key: ResponseKey
            let response: CachedResponse
            var wasUsed: Bool
        }

        private struct State {
            var indexes: [ResponseKey: Int] = [:]
            var slots: [Slot] = []
            var hand = 0
            var bytes = 0
            var hits = 0
            var misses = 0
            /// How often the cache was emptied.
            var generation = 0
            /// Fingerprints of keys offered once.
            var seen = [Int](repeating: 0, count: 1_024)
        }

        private let capacity: Int
        private let state = Mutex(State())

        init(capacity: Int) {
            self.capacity = capacity
        }

        func value(for key: ResponseKey) -> CachedResponse? {
            state.withLock { state in
                guard let index = state.indexes[key] else {
                    state.misses += 1
                    return nil
                }
                let response = state.slots[index].response
                guard response.isCurrent else {
                    state.misses += 1
                    Self.remove(index, from: &state)
                    return nil
                }
                state.slots[index].wasUsed = true
                state.hits += 1
                return response
            }
        }

        /// What was found and not found so far, and bytes held now.
        var counts: (hits: Int, misses: Int, bytes: Int) {
            state.withLock { ($0.hits, $0.misses, $0.bytes) }
        }

        func clear(_ generation: Int) {
            state.withLock { state in
                // Emptied twice at once, it is the later time that counts.
                state.generation = max(state.generation, generation)
                state.indexes = [:]
                state.slots = []
                state.bytes = 0
                state.hand = 0
            }
        }

        func offer(_ make: () -> CachedResponse, for key: ResponseKey, generation: Int) {
            let fingerprint = key.digest
            let isKnown = state.withLock { state in
                let index = Int(truncatingIfNeeded: UInt(bitPattern: fingerprint) >> 12) & (state.seen.count - 1)
                defer { state.seen[index] = fingerprint }
                return state.seen[index] == fingerprint
            }
            guard isKnown else { return }
            let response = make()
            guard response.prepared.byteCount + key.byteCount <= capacity else { return }
            state.withLock { state in
                guard state.generation == generation else { return }
                if let index = state.indexes[key] { Self.remove(index, from: &state) }
                state.indexes[key] = state.slots.count
                state.slots.append(Slot(key: key, response: response, wasUsed: true))
                state.bytes += response.prepared.byteCount + key.byteCount
                while state.bytes > capacity, !state.slots.isEmpty { Self.evict(from: &state) }
            }
        }

        /// Moves the hand on to the next slot that was not used since it came by last, and empties it.
        private static func evict(from state: inout State) {
            if state.hand >= state.slots.count { state.hand = 0 }
            if state.slots[state.hand].wasUsed {
                state.slots[state.hand].wasUsed = false
                state.hand += 1
            } else {
                remove(state.hand, from: &state)
            }
        }

        private static func remove(_ index: Int, from state: inout State) {
            let slot = state.slots[index]
            state.indexes[slot.key] = nil
            state.bytes -= slot.response.prepared.byteCount + slot.key.byteCount
            let last = state.slots.removeLast()
            if index < state.slots.count {
                state.slots[index] = last
                state.indexes[last.key] = index
            }
        }
    }
}
