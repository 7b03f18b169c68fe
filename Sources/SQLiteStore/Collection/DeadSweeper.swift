import Lists

/// Takes dead records out of their packs: all of a list at once, a step at a time, in the order of their keys. So a pack is written once
/// for many of them.
///
/// Rows of the table `dead` name them, and go once their records are gone. How far a sweep has come is in memory alone: after a crash or a
/// rollback it begins anew, and records that are gone already are no longer found. Confined to the writer's thread.
final class DeadSweeper {
    /// The outcome of one step.
    struct Step {
        /// About how many records it cost.
        var cost: Int64
        /// Bytes of the records that it took out of their packs.
        var removedBytes: Int64 = 0
        /// Bytes of records, as the deleted rows counted them.
        var deadBytes: Int64 = 0
        /// Whether no row is left that the sweep began with.
        var isDone = false
    }

    /// Keys that cost about as much to read as a record to remove.
    private static let readTogether = 64

    private let packs: PackTable
    private let insert: PreparedStatement
    private let last: PreparedStatement
    private let rows: PreparedStatement
    private let delete: PreparedStatement
    private var sweep: DeadSweep?

    init(_ connection: DatabaseConnection, _ packs: PackTable) throws {
        self.packs = packs
        insert = try connection.statement("INSERT INTO dead VALUES (?, ?, ?)")
        last = try connection.statement("SELECT key FROM dead WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")
        rows = try connection.statement(Self.rows)
        delete = try connection.statement(
            """
            DELETE FROM dead WHERE key BETWEEN ?1 AND ifnull((SELECT key FROM dead WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT 1 OFFSET ?3), ?2)
            RETURNING bytes
            """)
    }

    /// The rows between two keys.
    static let rows = "SELECT key, records, bytes FROM dead WHERE key BETWEEN ? AND ? ORDER BY key"

    /// Takes in dead records, by keys that rise.
    func add(_ keys: [Int64], bytes: Int64, list: Int64) throws {
        let range = KeyRange.keys(ofList: list)
        let newest: Int64 = try last.value(range.lowerBound, range.upperBound - 1) ?? range.lowerBound
        // A sweep deletes rows up to its end, which are all that it has read.
        let end = sweep.map { $0.list == list ? $0.end : newest } ?? newest
        try insert.run(max(newest, end) + 1, DeadKeys.pack(keys, list: list), bytes)
    }

    /// Whether a sweep of a list has begun.
    func isSweeping(_ list: Int64) -> Bool { sweep?.list == list }

    /// Begins anew next time.
    func forget() { sweep = nil }

    /// Goes on with a list's sweep, and gives up that of any other.
    ///
    /// - Parameter limit: About how many records it may cost.
    /// - Throws: ``NodeCorruption`` where a row can't be read.
    func step(_ list: Int64, limit: Int64) throws -> Step {
        let range = KeyRange.keys(ofList: list)
        if sweep?.list != list {
            guard let newest: Int64 = try last.value(range.lowerBound, range.upperBound - 1) else {
                // No record is named, whatever the list's row says.
                return Step(cost: 1, deadBytes: .max, isDone: true)
            }
            sweep = DeadSweep(list: list, end: newest)
        }
        guard var current = sweep else { return Step(cost: 1, isDone: true) }
        // A sweep that throws starts again.
        sweep = nil
        let step: Step
        switch current.phase {
        case .reading: step = try read(&current, limit: limit)
        case .removing:
            let keys = current.next(Int(clamping: limit))
            step = Step(cost: Int64(keys.count) + 1, removedBytes: try packs.remove(KeyRun.runs(of: Array(keys))))
        case .deleting: step = try deleteRows(of: current, limit: limit)
        }
        if !step.isDone { sweep = current }
        return step
    }

    private func read(_ sweep: inout DeadSweep, limit: Int64) throws -> Step {
        rows.begin(sweep.read + 1, sweep.end)
        defer { rows.reset() }
        var cost: Int64 = 1
        while cost < limit {
            guard try rows.step() else {
                sweep.endReading()
                break
            }
            let keys = try DeadKeys.unpack(rows.row[1], list: sweep.list)
            sweep.take(keys, of: rows.row[0])
            cost += Int64(1 + keys.count / Self.readTogether)
        }
        return Step(cost: cost)
    }

    private func deleteRows(of sweep: DeadSweep, limit: Int64) throws -> Step {
        var step = Step(cost: 1)
        for bytes: Int64 in try delete.all(KeyRange.owner(ofList: sweep.list), sweep.end, limit, read: { $0[0] }) {
            step.cost += 1
            step.deadBytes &+= bytes
        }
        step.isDone = step.cost == 1
        return step
    }
}
