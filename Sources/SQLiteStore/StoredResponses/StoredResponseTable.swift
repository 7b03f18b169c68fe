import Lists
import Ports

/// The rows of stored responses: found by key, added at the end, deleted from the beginning.
///
/// What decides about deletion is known in memory, so a batch without idempotency keys runs no statement here. Confined to the writer's
/// thread.
final class StoredResponseTable {
    /// About how many rows, and how many of their bytes, a batch deletes that adds none.
    private static let step = (rows: 64, bytes: Int64(1 << 20))

    private let policy: StoredResponsePolicy
    private let findRow: PreparedStatement
    private let insertRow: PreparedStatement
    private let deleteRows: PreparedStatement
    private let nextRow: PreparedStatement
    private let lastRow: PreparedStatement
    /// The first and the last row; `nil` while that is not known.
    private var ends: (first: StoredResponseRow?, last: StoredResponseRow?)?
    /// What was added since the last collection.
    private var added = (rows: 0, bytes: Int64(0))
    /// Whether there is known to be something to delete.
    private(set) var hasGarbage = false

    init(_ connection: Connection, _ policy: StoredResponsePolicy) throws {
        self.policy = policy
        findRow = try connection.statement(
            "SELECT time, fingerprint, status, headers, body FROM kept_answer WHERE key = ? ORDER BY number DESC LIMIT 1")
        insertRow = try connection.statement("INSERT INTO kept_answer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        deleteRows = try connection.statement("DELETE FROM kept_answer WHERE number <= ?")
        nextRow = try connection.statement("SELECT \(StoredResponseRow.columns) FROM kept_answer WHERE number > ? ORDER BY number LIMIT 1")
        lastRow = try connection.statement("SELECT \(StoredResponseRow.columns) FROM kept_answer ORDER BY number DESC LIMIT 1")
    }

    /// The response stored under a key, unless it has expired.
    func find(_ key: IdempotencyKey, now: Int64) throws -> StoredResponse? {
        let found = try findRow.first(key.text) { row -> StoredResponse? in
            guard !policy.isExpired(row["time"], now: now) else { return nil }
            return StoredResponse(
                key: key, fingerprint: row["fingerprint"], status: row["status"], headers: HeaderLines.headers(of: row["headers"]),
                body: row["body"])
        }
        return found ?? nil
    }

    /// Adds a response under a key that has none.
    func insert(_ answer: StoredResponse, now: Int64) throws {
        var (first, last) = try load()
        let row = StoredResponseRow(after: last, bytes: Int64(answer.byteCount), now: now)
        try insertRow.run(
            row.number, row.time, row.bytes, row.total, answer.key.text, answer.fingerprint, answer.status,
            HeaderLines.text(of: answer.headers), answer.body)
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
        try deleteRows.run(end)
        if first == nil { last = nil }
        ends = (first, last)
    }

    /// Forgets what a transaction that was rolled back has made.
    func forget() {
        ends = nil
        added = (0, 0)
        hasGarbage = false
    }

    private func releases(_ first: StoredResponseRow, _ last: StoredResponseRow?, now: Int64) -> Bool {
        let total = first.bytes &+ (last ?? first).total &- first.total
        return policy.releases(first.time, total: total, now: now)
    }

    private func load() throws -> (first: StoredResponseRow?, last: StoredResponseRow?) {
        if let ends { return ends }
        let read = (first: try row(after: 0), last: try lastRow.first(read: StoredResponseRow.init))
        ends = read
        return read
    }

    private func row(after number: Int64) throws -> StoredResponseRow? {
        try nextRow.first(number, read: StoredResponseRow.init)
    }
}

/// What deletion asks of the row of a kept answer.
struct StoredResponseRow {
    let number: Int64
    /// Milliseconds since 1970; never before that of the row before.
    let time: Int64
    /// What the row counts.
    let bytes: Int64
    /// The bytes of this row and of all before it, deleted ones too.
    let total: Int64

    /// A row to come after another.
    init(after last: StoredResponseRow?, bytes: Int64, now: Int64) {
        number = (last?.number ?? 0) &+ 1
        time = max(now, last?.time ?? now)
        self.bytes = bytes
        total = (last?.total ?? 0) &+ bytes
    }

    static let columns = "number, time, bytes, total"

    /// Reads a row that was selected with ``columns``.
    init(_ row: Row) {
        number = row["number"]
        time = row["time"]
        bytes = row["bytes"]
        total = row["total"]
    }
}
