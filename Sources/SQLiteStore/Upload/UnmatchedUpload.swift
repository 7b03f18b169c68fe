import Lists

/// The items of an upload without an id, and the old items that none with an id continues, in the scratch database while they are matched.
final class UnmatchedUpload: UnmatchedItems {
    private static let schema = """
        CREATE TABLE unmatched_new AS SELECT position, high, low FROM new_item WHERE id IS NULL;
        CREATE INDEX unmatched_new_position ON unmatched_new (position, high, low);
        CREATE TABLE unmatched_old AS SELECT position, high, low FROM old_item o WHERE NOT EXISTS (SELECT 1 FROM kept WHERE old = o.position);
        CREATE INDEX unmatched_old_position ON unmatched_old (position, high, low);
        CREATE TABLE left_new (position INTEGER, high INTEGER, low INTEGER);
        CREATE TABLE left_old (position INTEGER, high INTEGER, low INTEGER);
        """

    /// The statements that read one side.
    private struct Side {
        /// By ``UnmatchedOrder``.
        let ranges: [PreparedStatement]
        let leave: PreparedStatement
        let left: PreparedStatement

        /// - Parameter name: `new` or `old`.
        init(_ scratch: ScratchDatabase, _ name: String) throws {
            let range = "SELECT position, high, low FROM unmatched_\(name) u WHERE position >= ?1 AND position < ?2"
            ranges = try UnmatchedOrder.allCases.map { order in
                switch order {
                case .forwards: try scratch.statement(range + " ORDER BY position")
                case .backwards: try scratch.statement(range + " ORDER BY position DESC")
                case .byValue: try scratch.statement(range + " ORDER BY high, low, position")
                }
            }
            leave = try scratch.statement(
                "INSERT INTO left_\(name) \(range) AND NOT EXISTS (SELECT 1 FROM kept WHERE \(name) = u.position)")
            left = try scratch.statement("SELECT position, high, low FROM left_\(name) ORDER BY high, low, position")
        }
    }

    /// As many digests of either side are in memory.
    let exactLimit = 16_384
    private let new: Side
    private let old: Side
    private let keep: PreparedStatement

    init(_ scratch: ScratchDatabase) throws {
        try scratch.execute(Self.schema)
        new = try Side(scratch, "new")
        old = try Side(scratch, "old")
        keep = try scratch.statement("INSERT INTO kept VALUES (?, ?)")
    }

    func pair(new: Int, old: Int) throws { try keep.run(new, old) }

    func read(_ ranges: UnmatchedRanges, _ order: UnmatchedOrder, _ body: (_ new: Next, _ old: Next) throws -> Void) throws {
        let (new, old) = (new.ranges[order.rawValue], old.ranges[order.rawValue])
        new.begin(ranges.new.lowerBound, ranges.new.upperBound)
        old.begin(ranges.old.lowerBound, ranges.old.upperBound)
        try Self.read(new, old, body)
    }

    func leave(_ ranges: UnmatchedRanges) throws {
        if !ranges.new.isEmpty { try new.leave.run(ranges.new.lowerBound, ranges.new.upperBound) }
        if !ranges.old.isEmpty { try old.leave.run(ranges.old.lowerBound, ranges.old.upperBound) }
    }

    func readLeft(_ body: (_ new: Next, _ old: Next) throws -> Void) throws {
        new.left.begin()
        old.left.begin()
        try Self.read(new.left, old.left, body)
    }

    private static func read(
        _ new: PreparedStatement, _ old: PreparedStatement, _ body: (_ new: Next, _ old: Next) throws -> Void
    ) throws {
        defer {
            new.reset()
            old.reset()
        }
        try body({ try next(new) }, { try next(old) })
    }

    private static func next(_ statement: PreparedStatement) throws -> UnmatchedItem? {
        guard try statement.step() else { return nil }
        let row = statement.row
        return UnmatchedItem(position: row["position"], digest: ContentDigest(high: row["high"], low: row["low"]))
    }
}
