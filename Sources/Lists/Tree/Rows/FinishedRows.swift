/// The rows of an edit that nothing changes any more. They wait for the edit's end, or go out a run at a time where the edit is staged.
final class FinishedRows {
    private let editor: TreeEditor
    private var rows = VersionRows()
    private var count = 0
    private var limit = Int.max
    private var store: (VersionRows) throws -> Void = { _ in }

    /// - Parameter editor: Gives out the keys.
    init(_ editor: TreeEditor) {
        self.editor = editor
    }

    /// Has rows go out as soon as there are about `limit` of them.
    func stage(limit: Int, _ store: @escaping (VersionRows) throws -> Void) {
        self.limit = max(1, limit)
        self.store = store
    }

    /// A new key, or a new number.
    func nextKey() -> Number { editor.nextKey() }

    /// Adds about one row.
    ///
    /// - Parameter bytes: How long it is, where it may be long: each KiB counts as one more row.
    func add(bytes: Int = 0, _ change: (inout VersionRows) -> Void) throws {
        change(&rows)
        count += 1 + (bytes >> 10)
        if count >= limit { try flush() }
    }

    /// Has all rows go out.
    func flush() throws {
        if count > 0 { try store(take()) }
    }

    /// Gives a thing another parent from this version on; 0 for none.
    func setParent(of number: Number, to parent: Number) throws {
        let isNew = editor.isNew(number)
        try add {
            $0.placements.append((number, parent))
            if !isNew { $0.garbage.replacedPlacements.append(number) }
        }
    }

    /// The rows that have not gone out, in the order of their keys.
    func take() -> VersionRows {
        guard count > 0 else { return VersionRows() }
        defer {
            rows = VersionRows()
            count = 0
        }
        rows.sort()
        return rows
    }
}
