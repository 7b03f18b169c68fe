import Lists
import Synchronization

/// Immutable values by key, bounded in bytes. Any thread may use it.
///
/// What it holds never changes, so nothing is ever invalidated; what was collected falls out in time. The value to go is found by the
/// clock algorithm (Corbató, "A paging experiment with the Multics system", 1968).
final class ClockCache<Value: Sendable>: Sendable {
    private let shards: [Shard]

    /// - Parameter bytes: The bound, over all shards.
    init(bytes: Int) {
        let count = 16
        shards = (0..<count).map { _ in Shard(limit: bytes / count) }
    }

    subscript(_ key: Int64) -> Value? {
        shard(key).ring.withLock { $0.find(key) }
    }

    /// Adds a value, unless it is larger than the bound.
    func insert(_ value: Value, for key: Int64, bytes: Int) {
        shard(key).ring.withLock { $0.insert(value, for: key, bytes: bytes) }
    }

    /// Removes a value that nobody is going to ask for.
    func remove(_ key: Int64) {
        shard(key).ring.withLock { $0.remove(key) }
    }

    /// What was found and not found so far, and bytes held, about.
    var counts: CacheCounts {
        shards.reduce(into: CacheCounts()) { counts, shard in
            let ring = shard.ring.withLock { (hits: $0.hits, misses: $0.misses, bytes: $0.byteCount) }
            counts.hits &+= ring.hits
            counts.misses &+= ring.misses
            counts.bytes += ring.bytes
        }
    }

    /// Bytes held, about.
    var byteCount: Int { counts.bytes }

    private func shard(_ key: Int64) -> Shard {
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        return shards[Int(mixed >> 60)]
    }

    private final class Shard: Sendable {
        let ring: Mutex<ClockRing<Value>>

        init(limit: Int) {
            ring = Mutex(ClockRing(limit: limit))
        }
    }
}
