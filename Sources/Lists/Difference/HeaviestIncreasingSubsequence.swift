/// The heaviest strictly increasing subsequence: what stays in place when a run of things of different sizes is put into another order.
///
/// G. Jacobson and K.-P. Vo, "Heaviest increasing/common subsequence problems" (1992); the best of all smaller values is found in a tree of
/// prefixes (P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994). O(n log n).
enum HeaviestIncreasingSubsequence {
    /// The indices into `values`, ascending, of one strictly increasing subsequence whose weights have the largest sum.
    ///
    /// - Parameters:
    ///   - values: No two are equal.
    ///   - weights: One for each value, above 0.
    static func indices(of values: [Int], weights: [Int]) -> [Int] {
        var ranks = [Int](repeating: 0, count: values.count)
        for (rank, index) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() { ranks[index] = rank + 1 }
        var totals = [Int](repeating: 0, count: values.count)
        var previous = [Int](repeating: -1, count: values.count)
        /// By prefix of ranks: the index at which the heaviest subsequence ends.
        var best = [Int](repeating: -1, count: values.count + 1)
        var last = -1
        for index in values.indices {
            var before = -1
            var node = ranks[index] - 1
            while node > 0 {
                if best[node] >= 0, before < 0 || totals[best[node]] > totals[before] { before = best[node] }
                node &= node - 1
            }
            previous[index] = before
            totals[index] = weights[index] + (before < 0 ? 0 : totals[before])
            node = ranks[index]
            while node <= values.count {
                if best[node] < 0 || totals[index] > totals[best[node]] { best[node] = index }
                node += node & -node
            }
            if last < 0 || totals[index] > totals[last] { last = index }
        }
        var indices: [Int] = []
        while last >= 0 {
            indices.append(last)
            last = previous[last]
        }
        return indices.reversed()
    }
}
