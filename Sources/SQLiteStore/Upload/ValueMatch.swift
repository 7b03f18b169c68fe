import Lists

/// Matches the items of an upload that have no id with old ones of equal value, in its scratch database.
struct ValueMatch {
    private let scratch: ScratchDatabase
    private let keep: PreparedStatement

    private static let schema = """
        CREATE TABLE unmatched_new AS SELECT position, high, low FROM new_item WHERE id IS NULL;
        CREATE INDEX unmatched_new_position ON unmatched_new (position, high, low);
        CREATE TABLE unmatched_old AS SELECT position, high, low FROM old_item o WHERE NOT EXISTS (SELECT 1 FROM kept WHERE old = o.position);
        CREATE INDEX unmatched_old_position ON unmatched_old (position, high, low);
        CREATE TABLE rest_new (section INTEGER, high INTEGER, low INTEGER, position INTEGER);
        CREATE TABLE rest_old (section INTEGER, high INTEGER, low INTEGER, position INTEGER);
        """

    /// The group of items that are matched anywhere.
    private static let anywhere: Int64 = -1

    init(_ scratch: ScratchDatabase) throws {
        self.scratch = scratch
        try scratch.execute(Self.schema)
        keep = try scratch.statement("INSERT INTO kept VALUES (?, ?)")
    }

    /// - Parameters:
    ///   - sections: For each section of the upload, the index of the old one that it continues.
    ///   - new: The positions of a section's items in the upload.
    ///   - old: The positions of each old section's items.
    func match(_ sections: [Int?], new: (Int) -> Range<Int>, old: [Range<Int>]) throws {
        let ends = try MatchedEnds(scratch)
        let rest = try (new: UnmatchedItems(scratch, "new"), old: UnmatchedItems(scratch, "old"))
        for (index, match) in sections.enumerated() {
            guard let match else {
                try rest.new.add(new(index), to: Self.anywhere)
                continue
            }
            let left = try ends.match(new: new(index), old: old[match], pair)
            try rest.new.add(left.new, to: Int64(index))
            try rest.old.add(left.old, to: Int64(index))
        }
        let matched = Set(sections.compactMap { $0 })
        for (index, range) in old.enumerated() where !matched.contains(index) { try rest.old.add(range, to: Self.anywhere) }
        try matchRest(where: "section <> \(Self.anywhere)") { side, row in
            try (side == .new ? rest.new : rest.old).addOne(row, to: Self.anywhere)
        }
        try matchRest(where: "section = \(Self.anywhere)") { _, _ in }
    }

    private func pair(_ new: Int64, _ old: Int64) throws {
        try keep.run(new, old)
    }

    private enum Side {
        case new, old
    }

    /// Pairs the k-th of equal values in a group with the k-th on the other side.
    ///
    /// - Parameter left: Called with the rows that match no other.
    private func matchRest(where condition: String, left: (Side, UnmatchedItem) throws -> Void) throws {
        // Sorted before it begins, so that rows may be added meanwhile.
        let new = try SortedUnmatchedItems(scratch, "new", where: condition)
        let old = try SortedUnmatchedItems(scratch, "old", where: condition)
        var (first, second) = (try new.next(), try old.next())
        while first != nil || second != nil {
            if let a = first, let b = second, a.key == b.key {
                try pair(a.position, b.position)
                (first, second) = (try new.next(), try old.next())
            } else if let a = first, second.map({ a.key < $0.key }) ?? true {
                try left(.new, a)
                first = try new.next()
            } else if let b = second {
                try left(.old, b)
                second = try old.next()
            }
        }
    }
}
