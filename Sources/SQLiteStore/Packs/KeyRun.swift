/// Neighbouring keys or numbers: `count` of them from `first` on.
struct KeyRun: Equatable {
    let first: Int64
    let count: Int64

    /// The last key.
    var last: Int64 { first + count - 1 }

    /// The fewest runs that hold all the keys, rising.
    static func runs(of keys: [Int64]) -> [KeyRun] {
        var runs: [KeyRun] = []
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
            runs.append(KeyRun(first: first, count: last - first + 1))
            start = next
        }
        return runs
    }

    /// How close two keys are whose records probably share a row.
    private static let neighbourhood: Int64 = 16

    /// Tells runs that lie beside others, and so share rows with them, from scattered keys, which lie alone. Both rise.
    static func partitioned(_ runs: [KeyRun]) -> (neighbours: [KeyRun], scattered: [Int64]) {
        let sorted = runs.sorted { $0.first < $1.first }
        var (neighbours, scattered): ([KeyRun], [Int64]) = ([], [])
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].first - sorted[end - 1].last <= neighbourhood { end += 1 }
            if end == start + 1, sorted[start].count == 1 {
                scattered.append(sorted[start].first)
            } else {
                neighbours += sorted[start..<end]
            }
            start = end
        }
        return (neighbours, scattered)
    }
}

/// A walk along runs of keys that rise, beside other keys that rise.
struct RunWalk {
    private let runs: [KeyRun]
    private var index = 0

    init(_ runs: [KeyRun]) {
        self.runs = runs
    }

    /// Whether a key is in one of the runs.
    mutating func contains(_ key: Int64) -> Bool { next(from: key) == key }

    /// The first key of the runs that is above a key.
    mutating func next(behind key: Int64) -> Int64? { key == .max ? nil : next(from: key + 1) }

    /// The first key of the runs from a key on.
    mutating func next(from key: Int64) -> Int64? {
        while index < runs.count {
            if key <= runs[index].last { return max(key, runs[index].first) }
            index += 1
        }
        return nil
    }
}
