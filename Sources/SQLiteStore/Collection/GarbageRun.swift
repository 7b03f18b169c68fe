/// Rows of one kind that go together: `count` neighbouring keys from `first` on.
struct GarbageRun: Equatable {
    /// What the keys are, and with that the table.
    enum Kind: UInt8, CaseIterable {
        case node = 1
        case itemRevision = 2
        case sectionRevision = 3
        case properties = 4
        /// Numbers whose rows of the table `place` go, those older than the version.
        case parent = 5
    }

    let kind: Kind
    let first: Int64
    let count: Int64

    /// The last key.
    var last: Int64 { first + count - 1 }

    /// The fewest runs that hold all the keys, rising.
    static func runs(_ kind: Kind, of keys: [Int64]) -> [GarbageRun] {
        var runs: [GarbageRun] = []
        var sorted = keys
        if !zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { sorted.sort() }
        var start = 0
        while start < sorted.count {
            let first = sorted[start]
            var last = first
            var next = start + 1
            while next < sorted.count, sorted[next] - last <= 1 {
                last = sorted[next]
                next += 1
            }
            runs.append(GarbageRun(kind: kind, first: first, count: last - first + 1))
            start = next
        }
        return runs
    }
}
