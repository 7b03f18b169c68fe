/// The longest order that two runs of keys have in common, equal keys included.
///
/// Equal beginnings and ends are cut off first. Where the pairs of equal keys are few, the algorithm of Hunt and Szymanski ("A fast
/// algorithm for computing longest common subsequences", 1977) matches the rest: a longest increasing subsequence over all pairs, exact,
/// O(p log n) for p pairs. Where keys repeat more often, ``ShortestEditScript`` does, exact for runs that are short or much alike. Long runs
/// of keys that repeat, and that differ nearly everywhere, are what is left: there each key's k-th occurrence is paired only with the k-th on
/// the other side. This takes O(n log n), and the order is no longer always the longest.
enum CommonOrder {
    /// The work that is affordable for a whole replacement, beside what grows with the keys alone.
    struct Budget {
        /// Pairs of equal keys, and how many more a key may bring.
        var pairs = 1 << 20
        fileprivate static let pairsPerKey = 2
        /// Steps of ``ShortestEditScript``: at most half a second.
        var steps = 1 << 28
    }

    /// Pairs `(old, new)` of indices of equal keys, ascending on both sides, where nothing else is to be paired.
    static func pairs<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [(old: Int, new: Int)] {
        var budget = Budget()
        return pairs(old, new, &budget)
    }

    /// Pairs `(old, new)` of indices of equal keys, ascending on both sides.
    ///
    /// - Parameter budget: The work that is affordable; the work done is taken off.
    static func pairs<Key: Hashable>(_ old: [Key], _ new: [Key], _ budget: inout Budget) -> [(old: Int, new: Int)] {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < old.count - start, tail < new.count - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let head = (0..<start).map { (old: $0, new: $0) }
        let end = (0..<tail).reversed().map { (old: old.count - 1 - $0, new: new.count - 1 - $0) }
        return head + middle(old[start..<(old.count - tail)], new[start..<(new.count - tail)], &budget) + end
    }

    private static func middle<Key: Hashable>(
        _ old: ArraySlice<Key>, _ new: ArraySlice<Key>, _ budget: inout Budget
    ) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        var numbers: [Key: Int] = [:]
        let oldKeys = old.map { key in
            if let number = numbers[key] { return number }
            numbers[key] = numbers.count
            return numbers.count - 1
        }
        let occurrences = Occurrences(of: oldKeys, from: old.startIndex, count: numbers.count)
        // The keys of `new` that are in `old` as well.
        let shared = new.indices.compactMap { index in numbers[new[index]].map { (key: $0, index: index) } }
        let pairCount = shared.reduce(0) { $0 + occurrences[$1.key].count }
        let excess = max(0, pairCount - Budget.pairsPerKey * (old.count + new.count))
        if excess <= budget.pairs {
            budget.pairs -= excess
            // Descending, so that an increasing run takes at most one of them.
            return increasing(shared.flatMap { item in occurrences[item.key].reversed().map { (old: $0, new: item.index) } })
        }
        var isShared = [Bool](repeating: false, count: numbers.count)
        for item in shared { isShared[item.key] = true }
        let kept = oldKeys.indices.filter { isShared[oldKeys[$0]] }
        if let pairs = ShortestEditScript.pairs(kept.map { oldKeys[$0] }, shared.map(\.key), budget: &budget.steps) {
            return pairs.map { (old: old.startIndex + kept[$0.old], new: shared[$0.new].index) }
        }
        var used = [Int](repeating: 0, count: numbers.count)
        return increasing(
            shared.compactMap { item in
                defer { used[item.key] += 1 }
                return occurrences[item.key].dropFirst(used[item.key]).first.map { (old: $0, new: item.index) }
            })
    }

    /// The most of some pairs, ascending in `new`, that ascend in `old` as well.
    private static func increasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        LongestIncreasingSubsequence.indices(of: pairs.map(\.old)).map { pairs[$0] }
    }

    /// The indices of each key, all in one array.
    private struct Occurrences {
        private var indices: [Int]
        /// The start of each key's indices, and behind the last key the end of all.
        private var starts: [Int]

        init(of keys: [Int], from first: Int, count: Int) {
            starts = Array(repeating: 0, count: count + 1)
            for key in keys { starts[key + 1] += 1 }
            for key in 0..<count { starts[key + 1] += starts[key] }
            indices = Array(repeating: 0, count: keys.count)
            var next = starts
            for (offset, key) in keys.enumerated() {
                indices[next[key]] = first + offset
                next[key] += 1
            }
        }

        subscript(_ key: Int) -> ArraySlice<Int> { indices[starts[key]..<starts[key + 1]] }
    }
}
