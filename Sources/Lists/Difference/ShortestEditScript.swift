/// The shortest edit script between two sequences of numbers, for its longest common subsequence.
///
/// The linear-space algorithm of Myers ("An O(ND) difference algorithm and its variations", 1986, section 4b). Memory is O(n). Time is
/// O(n d) for a script of d edits, bounded by a budget.
struct ShortestEditScript {
    private let old: [Int]
    private let new: [Int]
    /// For each diagonal, the furthest position in `old` of a path from the beginning, and of one from the end.
    private var forwards: [Int]
    private var backwards: [Int]
    /// The position of diagonal 0 in both.
    private let center: Int
    private var pairs: [(old: Int, new: Int)] = []
    /// Steps that are left; below zero once they have run out.
    private var budget: Int

    /// The pairs of indices that a shortest script leaves alone, ascending on both sides.
    ///
    /// - Parameter budget: The most steps; what is used is taken off.
    /// - Returns: `nil` where the budget does not suffice.
    static func pairs(_ old: [Int], _ new: [Int], budget: inout Int) -> [(old: Int, new: Int)]? {
        var script = ShortestEditScript(old, new, budget)
        let isFound = script.match(old.indices, new.indices)
        budget = max(0, script.budget)
        return isFound ? script.pairs : nil
    }

    private init(_ old: [Int], _ new: [Int], _ budget: Int) {
        self.old = old
        self.new = new
        self.budget = budget
        center = (old.count + new.count + 1) / 2 + 1
        forwards = Array(repeating: 0, count: 2 * center + 1)
        backwards = forwards
    }

    /// - Returns: Whether the budget has sufficed.
    private mutating func match(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> Bool {
        var (left, right) = (oldRange, newRange)
        while let first = left.first, let other = right.first, old[first] == new[other] {
            pairs.append((first, other))
            (left, right) = (left.dropFirst(), right.dropFirst())
        }
        let ends = (old: left.upperBound, new: right.upperBound)
        while let last = left.last, let other = right.last, old[last] == new[other] {
            (left, right) = (left.dropLast(), right.dropLast())
        }
        if !left.isEmpty, !right.isEmpty {
            guard let snake = middleSnake(left, right),
                match(left.lowerBound..<snake.old.lowerBound, right.lowerBound..<snake.new.lowerBound)
            else { return false }
            pairs += zip(snake.old, snake.new).map { (old: $0, new: $1) }
            guard match(snake.old.upperBound..<left.upperBound, snake.new.upperBound..<right.upperBound) else { return false }
        }
        pairs += zip(left.upperBound..<ends.old, right.upperBound..<ends.new).map { (old: $0, new: $1) }
        return true
    }

    /// The run of equal numbers in the middle of a shortest path, which may be empty.
    ///
    /// - Returns: `nil` where the budget does not suffice.
    private mutating func middleSnake(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> (old: Range<Int>, new: Range<Int>)? {
        let (oldCount, newCount) = (oldRange.count, newRange.count)
        let delta = oldCount - newCount
        let isOdd = delta % 2 != 0
        forwards[center + 1] = 0
        backwards[center + 1] = 0
        for edits in 0...((oldCount + newCount + 1) / 2) {
            budget -= 2 * edits + 2
            guard budget >= 0 else { return nil }
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let start = Self.start(forwards, center, diagonal, edits)
                var (x, y) = (start, start - diagonal)
                while x < oldCount, y < newCount, old[oldRange.lowerBound + x] == new[newRange.lowerBound + y] { (x, y) = (x + 1, y + 1) }
                budget -= x - start
                forwards[center + diagonal] = x
                let other = delta - diagonal
                if isOdd, abs(other) < edits, x + backwards[center + other] >= oldCount {
                    return (
                        (oldRange.lowerBound + start)..<(oldRange.lowerBound + x),
                        (newRange.lowerBound + start - diagonal)..<(newRange.lowerBound + y)
                    )
                }
            }
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let start = Self.start(backwards, center, diagonal, edits)
                var (x, y) = (start, start - diagonal)
                while x < oldCount, y < newCount, old[oldRange.upperBound - 1 - x] == new[newRange.upperBound - 1 - y] {
                    (x, y) = (x + 1, y + 1)
                }
                budget -= x - start
                backwards[center + diagonal] = x
                let other = delta - diagonal
                if !isOdd, abs(other) <= edits, x + forwards[center + other] >= oldCount {
                    return (
                        (oldRange.upperBound - x)..<(oldRange.upperBound - start),
                        (newRange.upperBound - y)..<(newRange.upperBound - start + diagonal)
                    )
                }
            }
        }
        return nil
    }

    /// The position in `old` where a path with one edit more comes to a diagonal: the further of those of the two neighbours.
    private static func start(_ furthest: [Int], _ center: Int, _ diagonal: Int, _ edits: Int) -> Int {
        let (below, above) = (center + diagonal - 1, center + diagonal + 1)
        return diagonal == -edits || (diagonal != edits && furthest[below] < furthest[above]) ? furthest[above] : furthest[below] + 1
    }
}
