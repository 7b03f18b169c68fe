/// Values by key, which are few most of the time: up to a bound they are searched one by one, and only beyond it hashed.
struct SmallTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private static var searched: Int { 8 }

    private var entries: [(key: Key, value: Value)] = []
    /// The index of each key, once there are more than are searched.
    private var indices: [Key: Int] = [:]

    /// Setting `nil` does nothing: what was found stays.
    subscript(_ key: Key) -> Value? {
        get { index(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let index = index(of: key) {
                entries[index].value = newValue
            } else {
                add(newValue, for: key)
            }
        }
    }

    private mutating func add(_ value: Value, for key: Key) {
        entries.append((key, value))
        if entries.count == Self.searched + 1 {
            for (index, entry) in entries.enumerated() { indices[entry.key] = index }
        } else if entries.count > Self.searched {
            indices[key] = entries.count - 1
        }
    }

    private func index(of key: Key) -> Int? {
        guard entries.count <= Self.searched else { return indices[key] }
        return entries.firstIndex { $0.key == key }
    }
}
