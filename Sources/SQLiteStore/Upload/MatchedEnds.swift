/// Matches the unmatched items of two sections at their equal beginnings and ends.
struct MatchedEnds {
    /// The unmatched items of one side, in both directions.
    private struct Side {
        let forwards: PreparedStatement
        let backwards: PreparedStatement

        init(_ scratch: ScratchDatabase, _ table: String) throws {
            let sql = "SELECT position, high, low FROM \(table) WHERE position >= ?1 AND position < ?2 ORDER BY position"
            forwards = try scratch.statement(sql)
            backwards = try scratch.statement(sql + " DESC")
        }
    }

    private let new: Side
    private let old: Side

    init(_ scratch: ScratchDatabase) throws {
        new = try Side(scratch, "unmatched_new")
        old = try Side(scratch, "unmatched_old")
    }

    /// Calls `pair` with the positions of items equally far from the beginning, and from the end, while their values are equal.
    ///
    /// - Returns: The items between them on both sides.
    func match(
        new newRange: Range<Int>, old oldRange: Range<Int>, _ pair: (_ new: Int64, _ old: Int64) throws -> Void
    ) throws -> (new: Range<Int>, old: Range<Int>) {
        var (newRange, oldRange) = (newRange, oldRange)
        try walk(new.forwards, old.forwards, newRange, oldRange) { new, old in
            try pair(new, old)
            newRange = (Int(new) + 1)..<newRange.upperBound
            oldRange = (Int(old) + 1)..<oldRange.upperBound
        }
        try walk(new.backwards, old.backwards, newRange, oldRange) { new, old in
            try pair(new, old)
            newRange = newRange.lowerBound..<Int(new)
            oldRange = oldRange.lowerBound..<Int(old)
        }
        return (newRange, oldRange)
    }

    private func walk(
        _ new: PreparedStatement, _ old: PreparedStatement, _ newRange: Range<Int>, _ oldRange: Range<Int>,
        _ pair: (_ new: Int64, _ old: Int64) throws -> Void
    ) throws {
        new.begin(newRange.lowerBound, newRange.upperBound)
        old.begin(oldRange.lowerBound, oldRange.upperBound)
        defer {
            new.reset()
            old.reset()
        }
        while try new.step(), try old.step() {
            let (left, right) = (new.row, old.row)
            guard Self.digest(left) == Self.digest(right) else { break }
            try pair(left["position"], right["position"])
        }
    }

    private static func digest(_ row: Row) -> SIMD2<Int64> { SIMD2(row["high"], row["low"]) }
}
