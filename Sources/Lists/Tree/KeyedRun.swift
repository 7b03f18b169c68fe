/// Things by keys that go up as they are added, as all keys that an edit gives out do: a sorted run, searched by halves.
///
/// It needs no hashing, and hands its values out in the order of their keys. Adding takes constant time and finding O(log n); what is removed leaves a gap,
/// and gaps are closed before they outnumber what is left.
public struct KeyedRun<Value> {
    @usableFromInline
    struct Slot {
        @usableFromInline let key: Number
        @usableFromInline var value: Value?

        @inlinable
        init(key: Number, value: Value?) {
            self.key = key
            self.value = value
        }
    }

    @usableFromInline var slots: [Slot] = []
    /// How many there are.
    @inlinable public var count: Int { held }
    @usableFromInline var held = 0

    @inlinable
    public init() {}

    @inlinable public var isEmpty: Bool { count == 0 }

    /// All values in the order of their keys.
    @inlinable
    public var values: [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for slot in slots {
            if let value = slot.value { values.append(value) }
        }
        return values
    }

    @inlinable
    public subscript(_ key: Number) -> Value? { index(of: key).flatMap { slots[$0].value } }

    /// Adds a value, or replaces the one of the same key.
    ///
    /// - Parameter key: Most often above all before it; another takes time in proportion to the run.
    @inlinable
    public mutating func set(_ value: Value, for key: Number) {
        if slots.isEmpty { slots.reserveCapacity(8) }
        let index = firstIndex(notBelow: key)
        if index == slots.count {
            slots.append(Slot(key: key, value: value))
            held += 1
        } else if slots[index].key == key {
            if slots[index].value == nil { held += 1 }
            slots[index].value = value
        } else {
            slots.insert(Slot(key: key, value: value), at: index)
            held += 1
        }
    }

    /// Takes a value out; `nil` where there is none.
    @inlinable
    public mutating func remove(_ key: Number) -> Value? {
        guard let index = index(of: key), let value = slots[index].value else { return nil }
        slots[index].value = nil
        held -= 1
        if slots.count > 2 * count + 16 { slots.removeAll { $0.value == nil } }
        return value
    }

    @inlinable
    func index(of key: Number) -> Int? {
        let index = firstIndex(notBelow: key)
        return index < slots.count && slots[index].key == key ? index : nil
    }

    @inlinable
    func firstIndex(notBelow key: Number) -> Int {
        // Most keys are the next one, or one that is nowhere since it is older than all.
        guard let last = slots.last?.key, last >= key else { return slots.count }
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
