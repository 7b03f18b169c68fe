import GRDB
import Lists
import Ports

/// The rows of kept answers: found by key, added at the end, deleted from the beginning.
///
/// What decides about deletion is known in memory, so a batch without idempotency keys runs no statement here. Confined to the writer's
/// thread.
final class KeptAnswerTable {
    /// About how many rows, and how many of their bytes, a batch deletes that adds none.
    private static let step = (rows: 64, bytes: Int64(1 << 20))

    private let policy: KeptAnswerPolicy
    private let findRow: PreparedStatement
    private let insertRow: PreparedStatement
    private let deleteRows: PreparedStatement
    private let nextRow: PreparedStatement
    private let lastRow: PreparedStatement
    /// The first and the last row; `nil` while that is not known.
    private var ends: (first: KeptAnswerRow?, last: KeptAnswerRow?)?
    /// What was added since the last collection.
    private var added = (rows: 0, bytes: Int64(0))
    /// Whether there is known to be something to delete.
    private(set) var hasGarbage = false

    init(_ database: Database, _ policy: KeptAnswerPolicy) throws {
        self.policy = policy
        findRow = try PreparedStatement(
            database, "SELECT time, fingerprint, status, headers, body FROM kept_answer WHERE key = ? ORDER BY number DESC LIMIT 1")
        insertRow = try PreparedStatement(database, "INSERT INTO kept_answer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        deleteRows = try PreparedStatement(database, "DELETE FROM kept_answer WHERE number <= ?")
        let columns = "number, time, bytes, total"
        nextRow = try PreparedStatement(database, "SELECT \(columns) FROM kept_answer WHERE number > ? ORDER BY number LIMIT 1")
        lastRow = try PreparedStatement(database, "SELECT \(columns) FROM kept_answer ORDER BY number DESC LIMIT 1")
    }

    /// The answer kept under a key, unless it has expired.
    func find(_ key: IdempotencyKey, now: Int64) throws -> KeptAnswer? {
        findRow.bind(0, key.text)
        let found = try findRow.first { () -> KeptAnswer? in
            guard !policy.isExpired(findRow.int(0), now: now) else { return nil }
            return KeptAnswer(
                key: key, fingerprint: Array(findRow.bytes(1)), status: Int(findRow.int(2)),
                headers: HeaderLines.headers(of: findRow.text(3)), body: Array(findRow.bytes(4)))
        }
        return found ?? nil
    }

    /// Adds an answer under a key that is free.
    func insert(_ answer: KeptAnswer, now: Int64) throws {
        var (first, last) = try load()
        let row = KeptAnswerRow(after: last, bytes: Int64(answer.byteCount), now: now)
        insertRow.bind(0, row.number)
        insertRow.bind(1, row.time)
        insertRow.bind(2, row.bytes)
        insertRow.bind(3, row.total)
        insertRow.bind(4, answer.key.text)
        insertRow.bind(5, answer.fingerprint)
        insertRow.bind(6, Int64(answer.status))
        insertRow.bind(7, HeaderLines.text(of: answer.headers))
        insertRow.bind(8, answer.body)
        try insertRow.run()
        last = row
        if first == nil { first = row }
        ends = (first, last)
        added.rows += 1
        added.bytes += row.bytes
    }

    /// Deletes what the policy releases: a little, and at least twice what was added since the last time.
    func collect(now: Int64) throws {
        var (first, last) = try load()
        var budget = (rows: max(Self.step.rows, 2 * added.rows), bytes: max(Self.step.bytes, 2 * added.bytes))
        added = (0, 0)
        var end: Int64?
        while let row = first, releases(row, last, now: now), budget.rows > 0, budget.bytes > 0 {
            budget.rows -= 1
            budget.bytes -= row.bytes
            end = row.number
            first = try self.row(after: row.number)
        }
        hasGarbage = first.map { releases($0, last, now: now) } ?? false
        guard let end else { return }
        deleteRows.bind(0, end)
        try deleteRows.run()
        if first == nil { last = nil }
        ends = (first, last)
    }

    /// Forgets what a transaction that was rolled back has made.
    func forget() {
        ends = nil
        added = (0, 0)
        hasGarbage = false
    }

    private func releases(_ first: KeptAnswerRow, _ last: KeptAnswerRow?, now: Int64) -> Bool {
        let total = first.bytes &+ (last ?? first).total &- first.total
        return policy.releases(first.time, total: total, now: now)
    }

    private func load() throws -> (first: KeptAnswerRow?, last: KeptAnswerRow?) {
        if let ends { return ends }
        let read = (first: try row(after: 0), last: try lastRow.first { KeptAnswerRow(lastRow) })
        ends = read
        return read
    }

    private func row(after number: Int64) throws -> KeptAnswerRow? {
        nextRow.bind(0, number)
        return try nextRow.first { KeptAnswerRow(nextRow) }
    }
}
