import Lists

/// One item that is still to be matched by its value.
struct UnmatchedItem {
    /// The key of the comparison: the group of sections, then the digest.
    struct Key: Equatable {
        let section: Int64
        let high: Int64
        let low: Int64

        static func < (left: Key, right: Key) -> Bool {
            (left.section, left.high, left.low) < (right.section, right.high, right.low)
        }
    }

    let key: Key
    let position: Int64
}

/// Collects one side's items that are still to be matched by their values.
struct UnmatchedItems {
    private let insertRange: PreparedStatement
    private let insertOne: PreparedStatement

    /// - Parameter side: `new` or `old`.
    init(_ scratch: ScratchDatabase, _ side: String) throws {
        insertRange = try scratch.statement(
            "INSERT INTO rest_\(side) SELECT ?1, high, low, position FROM unmatched_\(side) WHERE position >= ?2 AND position < ?3")
        insertOne = try scratch.statement("INSERT INTO rest_\(side) VALUES (?, ?, ?, ?)")
    }

    /// Adds the unmatched items between two positions to a group.
    func add(_ range: Range<Int>, to section: Int64) throws {
        guard !range.isEmpty else { return }
        try insertRange.run(section, range.lowerBound, range.upperBound)
    }

    /// Adds an item to another group.
    func addOne(_ row: UnmatchedItem, to section: Int64) throws {
        try insertOne.run(section, row.key.high, row.key.low, row.position)
    }
}

/// One side's items in the order of their keys, then of their positions. All are read before the first is handed out.
final class SortedUnmatchedItems {
    private let select: PreparedStatement

    init(_ scratch: ScratchDatabase, _ side: String, where condition: String) throws {
        select = try scratch.statement(
            "SELECT section, high, low, position FROM rest_\(side) WHERE \(condition) ORDER BY section, high, low, position")
    }

    deinit {
        select.reset()
    }

    func next() throws -> UnmatchedItem? {
        guard try select.step() else { return nil }
        let row = select.row
        return UnmatchedItem(key: UnmatchedItem.Key(section: row["section"], high: row["high"], low: row["low"]), position: row["position"])
    }
}
