/// Things by keys that go up as they are added, as all keys that an edit gives out do: a sorted run, searched by halves.
///
/// It needs no hashing, and hands its values out in the order of their keys. Adding takes constant time and finding O(log n); what is removed leaves a gap,
/// and gaps are closed before they outnumber what is left.
struct KeyedRun<Value> {
    private var slots: [(key: Number, value: Value?)] = []
    /// How many there are.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// All values in the order of their keys.
    var values: [Value] { slots.compactMap(\.value) }

    subscript(_ key: Number) -> Value? { index(of: key).flatMap { slots[$0].value } }

    /// Adds a value, or replaces the one of the same key.
    ///
    /// - Parameter key: Most often above all before it; another takes time in proportion to the run.
    mutating func set(_ value: Value, for key: Number) {
        if slots.isEmpty { slots.reserveCapacity(8) }
        let index = firstIndex(notBelow: key)
        if index == slots.count {
            slots.append((key, value))
            count += 1
        } else if slots[index].key == key {
            if slots[index].value == nil { count += 1 }
            slots[index].value = value
        } else {
            slots.insert((key, value), at: index)
            count += 1
        }
    }

    /// Takes a value out; `nil` where there is none.
    mutating func remove(_ key: Number) -> Value? {
        guard let index = index(of: key), let value = slots[index].value else { return nil }
        slots[index].value = nil
        count -= 1
        if slots.count > 2 * count + 16 { slots.removeAll { $0.value == nil } }
        return value
    }

    private func index(of key: Number) -> Int? {
        let index = firstIndex(notBelow: key)
        return index < slots.count && slots[index].key == key ? index : nil
    }

    private func firstIndex(notBelow key: Number) -> Int {
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
