import Lists
import Ports

/// The rows of stored responses: found by key and added at the end. Those that have expired are deleted from the beginning; where all together are
/// too many bytes, the first ones of the space that keeps most.
///
/// The sums that decide about deletion are in memory, so a batch without idempotency keys runs no statement here. Confined to the
/// writer's thread.
final class StoredResponseTable {
    /// About how many rows, and how many of their bytes, a batch deletes that adds none.
    private static let step = (rows: 64, bytes: Int64(1 << 20))

    private let policy: StoredResponsePolicy
    private let findRow: PreparedStatement
    private let insertRow: PreparedStatement
    private let deleteRow: PreparedStatement
    private let firstRow: PreparedStatement
    private let firstRowOfSpace: PreparedStatement
    private let lastRow: PreparedStatement
    private let bytesOfSpaces: PreparedStatement
    /// The first and the last row, and what each space keeps; `nil` while that is not known.
    private var known: Known?
    /// Rows and bytes added since the last collection.
    private var added = (rows: 0, bytes: Int64(0))
    /// Whether there is known to be something to delete.
    private(set) var hasGarbage = false
    /// How many bytes more each space takes with the batch; `nil` where no other store wants to know.
    private(set) var growth: [String: Int64]?

    /// The known state of the rows.
    private struct Known {
        var first: StoredResponseRow?
        var last: StoredResponseRow?
        var spaces: [String: Int64] = [:]
        var total: Int64 = 0

        mutating func add(_ row: StoredResponseRow) {
            if first == nil { first = row }
            last = row
            spaces[row.space, default: 0] += row.bytes
            total += row.bytes
        }

        mutating func remove(_ row: StoredResponseRow) {
            total -= row.bytes
            let left = spaces[row.space, default: 0] - row.bytes
            spaces[row.space] = left > 0 ? left : nil
        }
    }

    /// - Parameter hasLog: Whether other stores add responses as well.
    init(_ connection: DatabaseConnection, _ policy: StoredResponsePolicy, hasLog: Bool = false) throws {
        self.policy = policy
        growth = hasLog ? [:] : nil
        let columns = StoredResponseRow.columns
        findRow = try connection.statement(
            "SELECT time, fingerprint, status, headers, body FROM stored_response WHERE key = ? ORDER BY number DESC LIMIT 1")
        insertRow = try connection.statement("INSERT INTO stored_response VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        deleteRow = try connection.statement("DELETE FROM stored_response WHERE number = ?")
        // As with events: a time after now is not later than that of the next row whose time is not, nor than now.
        firstRow = try connection.statement(
            """
            SELECT number, CASE WHEN time <= ?1 THEN time ELSE ifnull((SELECT time FROM
            (SELECT time FROM stored_response b WHERE b.number > a.number ORDER BY number LIMIT \(StoredTime.searched)) WHERE time <= ?1 LIMIT 1), ?1)
            END AS time, bytes, space FROM stored_response a ORDER BY number LIMIT 1
            """)
        firstRowOfSpace = try connection.statement("SELECT \(columns) FROM stored_response WHERE space = ? ORDER BY number LIMIT 1")
        lastRow = try connection.statement("SELECT \(columns) FROM stored_response ORDER BY number DESC LIMIT 1")
        bytesOfSpaces = try connection.statement("SELECT space, sum(bytes) FROM stored_response GROUP BY space")
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
        var known = try take(now)
        let row = StoredResponseRow(after: known.last, of: answer.key.space, bytes: Int64(answer.byteCount), now: now)
        try insertRow.run(
            row.number, row.time, row.bytes, row.space, answer.key.text, answer.fingerprint, answer.status,
            HeaderLines.text(of: answer.headers), answer.body)
        known.add(row)
        self.known = known
        added.rows += 1
        added.bytes += row.bytes
        growth?[row.space, default: 0] += row.bytes
    }

    /// Deletes what the policy releases: a little, and at least twice what was added since the last time.
    func collect(now: Int64) throws {
        var known = try take(now)
        // The clock was in the future when it was kept.
        if let first = known.first, first.time > now { known.first = try readFirst(now) }
        var fullest: (space: String, next: Int64)?
        var budget = (rows: max(Self.step.rows, 2 * added.rows), bytes: max(Self.step.bytes, 2 * added.bytes))
        added = (0, 0)
        while budget.rows > 0, budget.bytes > 0, let row = try released(known, &fullest, now: now) {
            budget.rows -= 1
            budget.bytes -= row.bytes
            try deleteRow.run(row.number)
            known.remove(row)
            growth?[row.space, default: 0] -= row.bytes
            if row.number == known.first?.number { known.first = try readFirst(now) }
            if known.first == nil { known.last = nil }
        }
        self.known = known
        hasGarbage = known.total > policy.bytes || hasExpired(known.first, now: now)
    }

    /// The batch is committed.
    func committed() { if growth?.isEmpty == false { growth = [:] } }

    /// Takes in the rows that another store has added and deleted.
    func takeOver(_ growth: [String: Int64], now: Int64) throws {
        guard var known = known.take() else { return }
        known.first = try readFirst(now)
        known.last = try lastRow.first(read: StoredResponseRow.init)
        for (space, bytes) in growth {
            let sum = known.spaces[space, default: 0] &+ bytes
            known.spaces[space] = sum > 0 ? sum : nil
            known.total &+= bytes
        }
        self.known = known
        hasGarbage = known.total > policy.bytes || hasExpired(known.first, now: now)
    }

    /// Forgets what a transaction that was rolled back has made.
    func forget() {
        growth = growth.map { _ in [:] }
        known = nil
        added = (0, 0)
        hasGarbage = false
    }

    /// The next row to be deleted.
    ///
    /// - Parameter fullest: The space that keeps most, and what the next one keeps: it is looked for again where it keeps less than that.
    private func released(_ known: Known, _ fullest: inout (space: String, next: Int64)?, now: Int64) throws -> StoredResponseRow? {
        if let first = known.first, hasExpired(first, now: now) { return first }
        guard known.total > policy.bytes else { return nil }
        if let found = fullest, known.spaces[found.space] ?? -1 >= found.next {
            return try firstRowOfSpace.first(found.space, read: StoredResponseRow.init)
        }
        guard let most = known.spaces.max(by: { $0.value < $1.value })?.key else { return nil }
        fullest = (most, known.spaces.reduce(0) { $1.key == most ? $0 : max($0, $1.value) })
        return try firstRowOfSpace.first(most, read: StoredResponseRow.init)
    }

    private func hasExpired(_ row: StoredResponseRow?, now: Int64) -> Bool { row.map { policy.isExpired($0.time, now: now) } ?? false }

    private func readFirst(_ now: Int64) throws -> StoredResponseRow? { try firstRow.first(now, read: StoredResponseRow.init) }

    /// The known state, taken out by who changes it and puts it back.
    private func take(_ now: Int64) throws -> Known {
        if let known = known.take() { return known }
        var read = Known(first: try readFirst(now), last: try lastRow.first(read: StoredResponseRow.init))
        for (space, bytes): (String, Int64) in try bytesOfSpaces.all(read: { ($0[0], $0[1]) }) {
            read.spaces[space] = bytes
            read.total += bytes
        }
        return read
    }
}

/// The columns of a stored response that deletion needs.
struct StoredResponseRow {
    let number: Int64
    /// Milliseconds since 1970; never before that of the row before, but where a clock was wrong.
    let time: Int64
    /// Bytes that the row counts.
    let bytes: Int64
    /// Names whose key it is.
    let space: String

    /// A row to come after another.
    init(after last: StoredResponseRow?, of space: String, bytes: Int64, now: Int64) {
        number = (last?.number ?? 0) &+ 1
        time = StoredTime.next(now, after: last?.time ?? now)
        self.bytes = bytes
        self.space = space
    }

    static let columns = "number, time, bytes, space"

    /// Reads a row that was selected with ``columns``.
    init(_ row: Row) {
        number = row["number"]
        time = row["time"]
        bytes = row["bytes"]
        space = row["space"]
    }
}
