public import Synchronization

/// A key of a ``ClockCache``.
public protocol CacheKey: Hashable, Sendable {
    /// A number whose high bits spread the keys over the cache's locks, cheaper than a hash.
    var spread: UInt64 { get }
}

extension CacheKey {
    @inlinable
    public var spread: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}

extension Int64: CacheKey {
    @inlinable
    public var spread: UInt64 { UInt64(bitPattern: self) &* 0x9E37_79B9_7F4A_7C15 }
}

/// Immutable values by key, bounded in what they cost together: in bytes, or in number. Any thread may use it.
///
/// Values that nobody asks for go in time, by ``ClockRing``. A value that can cease to hold is checked when it is found.
public final class ClockCache<Key: CacheKey, Value: Sendable>: Sendable {
    @usableFromInline let shards: [Shard]

    /// Bytes that a value takes beside what it refers to, about.
    @inlinable public static var entryBytes: Int { ClockRing<Key, Value>.entryBytes }

    /// - Parameter limit: The most that all values may cost, over sixteen shards with a lock each.
    @inlinable
    public init(limit: Int) {
        shards = (0..<16).map { _ in Shard(limit: limit / 16) }
    }

    @inlinable
    public subscript(_ key: Key) -> Value? {
        shard(key).ring.withLock { $0.find(key) }
    }

    /// Finds a value.
    ///
    /// - Parameter isValid: Refuses a value that holds no longer; it goes, and counts as not found. It is called under a lock.
    @inlinable
    public func find(_ key: Key, isValid: @Sendable (Value) -> Bool) -> Value? {
        shard(key).ring.withLock { $0.find(key, isValid: isValid) }
    }

    /// Adds a value, unless its key has one or it costs more than a shard's limit.
    @inlinable
    public func insert(_ value: Value, for key: Key, cost: Int) {
        shard(key).ring.withLock { $0.insert(value, for: key, cost: cost) }
    }

    /// Adds a value as above, where `condition` still holds.
    ///
    /// - Parameter condition: Called under the lock that ``remove(_:)`` takes for this key.
    @inlinable
    public func insert(_ value: Value, for key: Key, cost: Int, where condition: () -> Bool) {
        shard(key).ring.withLock { if condition() { $0.insert(value, for: key, cost: cost) } }
    }

    /// Removes a value that nobody is going to ask for.
    @inlinable
    public func remove(_ key: Key) {
        shard(key).ring.withLock { $0.remove(key) }
    }

    /// Removes all values; what was counted stays. A value that is added meanwhile may stay as well.
    @inlinable
    public func removeAll() {
        for shard in shards { shard.ring.withLock { $0.removeAll() } }
    }

    /// Hits and misses so far, and the cost of the held values.
    public var counts: CacheCounts {
        shards.reduce(into: CacheCounts()) { sum, shard in
            let counts = shard.ring.withLock { $0.counts }
            sum.hits &+= counts.hits
            sum.misses &+= counts.misses
            sum.cost += counts.cost
        }
    }

    @inlinable
    func shard(_ key: Key) -> Shard { shards[Int(truncatingIfNeeded: key.spread >> 60)] }

    @usableFromInline
    final class Shard: Sendable {
        @usableFromInline let ring: Mutex<ClockRing<Key, Value>>

        @inlinable
        init(limit: Int) {
            ring = Mutex(ClockRing(limit: limit))
        }
    }
}
