/// Values by key, bounded in what they cost together: a ring of slots and a hand that goes round it.
///
/// The value to go is found by the clock algorithm (Corbató, "A paging experiment with the Multics system", 1968): the next one that
/// nobody has asked for since the hand came by.
public struct ClockRing<Key: Hashable, Value> {
    @usableFromInline
    struct Slot {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let cost: Int
        @usableFromInline var wasUsed = false

        @inlinable
        init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    @usableFromInline let limit: Int
    @usableFromInline var slots: [Slot] = []
    /// Positions in ``slots``.
    @usableFromInline var positions: [Key: Int] = [:]
    @usableFromInline var hand = 0
    @usableFromInline var tally = CacheCounts()

    /// What was found and not found so far, and what the values held cost.
    @inlinable public var counts: CacheCounts { tally }

    /// - Parameter limit: The most that all values may cost together.
    @inlinable
    public init(limit: Int) {
        self.limit = limit
    }

    /// Finds a value.
    ///
    /// - Parameter isValid: Refuses a value that holds no longer; it goes, and counts as not found.
    @inlinable
    public mutating func find(_ key: Key, isValid: (Value) -> Bool = { _ in true }) -> Value? {
        guard let position = positions[key] else {
            tally.misses &+= 1
            return nil
        }
        guard isValid(slots[position].value) else {
            tally.misses &+= 1
            remove(at: position)
            return nil
        }
        tally.hits &+= 1
        slots[position].wasUsed = true
        return slots[position].value
    }

    /// Adds a value, unless its key has one or it costs more than the limit.
    @inlinable
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        guard positions[key] == nil, cost <= limit else { return }
        while tally.cost + cost > limit { evict() }
        positions[key] = slots.count
        slots.append(Slot(key: key, value: value, cost: cost))
        tally.cost += cost
    }

    @inlinable
    public mutating func remove(_ key: Key) {
        if let position = positions[key] { remove(at: position) }
    }

    /// Removes all values; what was counted stays.
    @inlinable
    public mutating func removeAll() {
        slots = []
        positions = [:]
        hand = 0
        tally.cost = 0
    }

    /// Removes the next value that was not used since the hand came by.
    @inlinable
    mutating func evict() {
        while true {
            if hand >= slots.count { hand = 0 }
            guard slots[hand].wasUsed else { break }
            slots[hand].wasUsed = false
            hand += 1
        }
        remove(at: hand)
        hand += 1
    }

    /// Empties a slot; the last one moves there.
    @inlinable
    mutating func remove(at position: Int) {
        tally.cost -= slots[position].cost
        positions[slots[position].key] = nil
        let last = slots.removeLast()
        guard position < slots.count else { return }
        slots[position] = last
        positions[last.key] = position
    }
}
