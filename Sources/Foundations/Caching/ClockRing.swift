/// Values by key, bounded in what they cost together: a ring of slots and a hand that goes round it.
///
/// The value to go is found by the clock algorithm (Corbató, "A paging experiment with the Multics system", 1968): the next one that
/// nobody has asked for since the hand came by. Where nobody asks for any, the oldest goes first.
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
    /// The ring; `nil` for a slot that is empty.
    @usableFromInline var slots: [Slot?] = []
    /// Positions of the empty slots. A new value takes the one that was emptied last: just behind the hand, where it comes last.
    @usableFromInline var vacancies: [Int] = []
    /// Positions in ``slots``.
    @usableFromInline var positions: [Key: Int] = [:]
    @usableFromInline var hand = 0
    @usableFromInline var tally = CacheCounts()

    /// Bytes that a value takes beside what it refers to, about: its slot, and its key's entry of the dictionary. Both stand in storage
    /// that doubles when it is full, so half as much again lies empty.
    @inlinable public static var entryBytes: Int {
        (MemoryLayout<Slot?>.stride + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride) * 3 / 2
    }

    /// Hits and misses so far, and the cost of the held values.
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
        guard let position = positions[key], let value = slots[position]?.value else {
            tally.misses &+= 1
            return nil
        }
        guard isValid(value) else {
            tally.misses &+= 1
            remove(at: position)
            return nil
        }
        tally.hits &+= 1
        slots[position]?.wasUsed = true
        return value
    }

    /// Adds a value, unless its key has one or it costs more than the limit.
    @inlinable
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        guard positions[key] == nil, cost <= limit else { return }
        while tally.cost > limit - cost { evict() }
        let position = vacancies.popLast() ?? slots.count
        if position == slots.count { slots.append(nil) }
        slots[position] = Slot(key: key, value: value, cost: cost)
        positions[key] = position
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
        vacancies = []
        positions = [:]
        hand = 0
        tally.cost = 0
    }

    /// Removes the next value that was not used since the hand came by. There has to be one.
    @inlinable
    mutating func evict() {
        while true {
            if hand >= slots.count { hand = 0 }
            defer { hand += 1 }
            guard let wasUsed = slots[hand]?.wasUsed else { continue }
            guard wasUsed else { return remove(at: hand) }
            slots[hand]?.wasUsed = false
        }
    }

    /// Empties a slot.
    @inlinable
    mutating func remove(at position: Int) {
        guard let slot = slots[position] else { return }
        slots[position] = nil
        vacancies.append(position)
        positions[slot.key] = nil
        tally.cost -= slot.cost
    }
}
