/// The longest strictly increasing subsequence: what stays in place when a run of things is put into another order.
///
/// Patience sorting with binary search (Fredman, "On computing the length of longest increasing subsequences", 1975). O(n log n).
enum LongestIncreasingSubsequence {
    /// The indices into `values`, ascending, of one longest strictly increasing subsequence.
    static func indices(of values: [Int]) -> [Int] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var indices: [Int] = []
        indices.reserveCapacity(tails.count)
        var index = tails.last ?? -1
        while index >= 0 {
            indices.append(index)
            index = previous[index]
        }
        return indices.reversed()
    }
}
