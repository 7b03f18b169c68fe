/// One shard of a ``ClockCache``: a ring of values and a hand that goes round it.
struct ClockRing<Value> {
    private struct Slot {
        let key: Int64
        let value: Value
        let bytes: Int
        var wasUsed: Bool
    }

    /// What a value's place costs beside the value.
    private static var overhead: Int { 80 }

    private let limit: Int
    private var slots: [Slot] = []
    private var places: [Int64: Int] = [:]
    private var hand = 0
    private(set) var byteCount = 0
    private(set) var hits = 0
    private(set) var misses = 0

    /// - Parameter limit: The most bytes held.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func find(_ key: Int64) -> Value? {
        guard let place = places[key] else {
            misses &+= 1
            return nil
        }
        hits &+= 1
        slots[place].wasUsed = true
        return slots[place].value
    }

    mutating func insert(_ value: Value, for key: Int64, bytes: Int) {
        let bytes = bytes + Self.overhead
        guard places[key] == nil, bytes <= limit else { return }
        while byteCount + bytes > limit { evict() }
        places[key] = slots.count
        slots.append(Slot(key: key, value: value, bytes: bytes, wasUsed: false))
        byteCount += bytes
    }

    /// Removes a value that nobody is going to ask for.
    mutating func remove(_ key: Int64) {
        if let place = places[key] { remove(at: place) }
    }

    /// Removes the next value that was not used since the hand came by.
    private mutating func evict() {
        while true {
            if hand >= slots.count { hand = 0 }
            guard slots[hand].wasUsed else { break }
            slots[hand].wasUsed = false
            hand += 1
        }
        remove(at: hand)
        hand += 1
    }

    /// Empties a place; the last slot takes it.
    private mutating func remove(at place: Int) {
        byteCount -= slots[place].bytes
        places[slots[place].key] = nil
        let last = slots.removeLast()
        guard place < slots.count else { return }
        slots[place] = last
        places[last.key] = place
    }
}
