/// The longest order that two runs of keys have in common, equal keys included.
///
/// Equal beginnings and ends are cut off first. The algorithm of Hunt and Szymanski ("A fast algorithm for computing longest common
/// subsequences", 1977) matches the rest. It finds a longest increasing subsequence over all pairs of equal keys, exact, O(p log n) for p
/// pairs. Keys may repeat so often that the pairs would be many times the keys. Then each key's k-th occurrence is paired only with the
/// k-th on the other side. This takes O(n log n), is never quadratic, and the order is no longer always the longest.
enum CommonOrder {
    /// Pairs that are affordable for a whole replacement, and how many more a key may bring.
    static let largestPairBudget = 1 << 20
    private static let pairsPerKey = 8

    /// Pairs `(old, new)` of indices of equal keys, ascending on both sides, where nothing else is to be paired.
    static func pairs<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [(old: Int, new: Int)] {
        var pairBudget = largestPairBudget
        return pairs(old, new, pairBudget: &pairBudget)
    }

    /// Pairs `(old, new)` of indices of equal keys, ascending on both sides.
    ///
    /// - Parameter pairBudget: Pairs that are affordable beside those that the keys bring; what is used is taken off.
    static func pairs<Key: Hashable>(_ old: [Key], _ new: [Key], pairBudget: inout Int) -> [(old: Int, new: Int)] {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < old.count - start, tail < new.count - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let head = (0..<start).map { (old: $0, new: $0) }
        let end = (0..<tail).reversed().map { (old: old.count - 1 - $0, new: new.count - 1 - $0) }
        return head + middle(old, start..<(old.count - tail), new, start..<(new.count - tail), &pairBudget) + end
    }

    private static func middle<Key: Hashable>(
        _ old: [Key], _ oldRange: Range<Int>, _ new: [Key], _ newRange: Range<Int>, _ pairBudget: inout Int
    ) -> [(old: Int, new: Int)] {
        guard !oldRange.isEmpty, !newRange.isEmpty else { return [] }
        var occurrences: [Key: [Int]] = [:]
        for index in oldRange { occurrences[old[index], default: []].append(index) }
        var pairCount = 0
        for index in newRange { pairCount += occurrences[new[index]]?.count ?? 0 }
        let excess = max(0, pairCount - pairsPerKey * (oldRange.count + newRange.count))
        let exact = excess <= pairBudget
        if exact { pairBudget -= excess }
        var candidates: [(old: Int, new: Int)] = []
        candidates.reserveCapacity(exact ? pairCount : newRange.count)
        var used: [Key: Int] = [:]
        for index in newRange {
            guard let positions = occurrences[new[index]] else { continue }
            if exact {
                // Descending, so that an increasing run takes at most one of them.
                for position in positions.reversed() { candidates.append((position, index)) }
            } else {
                let turn = used[new[index], default: 0]
                used[new[index]] = turn + 1
                if turn < positions.count { candidates.append((positions[turn], index)) }
            }
        }
        return LongestIncreasingSubsequence.indices(of: candidates.map(\.old)).map { candidates[$0] }
    }
}
