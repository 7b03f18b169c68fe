import Ports

/// The statements on the table of entries.
enum EntryStatements {
    /// Takes the log's lock, in a new transaction, and reads behind a position. The read sees all that the last holder has committed.
    static func lock(after position: LogPosition) -> [PostgresStep] {
        [
            PostgresStep(prepared: "begin", "BEGIN"),
            PostgresStep(prepared: "lock", "SELECT pg_advisory_xact_lock(\(LogLocks.family), \(LogLocks.append))"),
            read(after: position),
        ]
    }

    /// Reads the next entries: as many as come to some megabytes, one at least.
    static func read(after position: LogPosition) -> PostgresStep {
        PostgresStep(
            prepared: "read",
            """
            SELECT position, id, previous, schema, data, bytes FROM (
                SELECT position, id, previous, schema, data, sum(octet_length(data)) OVER (ORDER BY position)::bigint AS bytes
                FROM sectional.entry WHERE position > $1 ORDER BY position LIMIT \(runLength)) AS run
            WHERE bytes - octet_length(data) < \(runBytes) ORDER BY position
            """, [.integer(position.number)])
    }

    /// Reads the id of the entry at a position.
    static func identify(_ position: LogPosition) -> PostgresStep {
        PostgresStep(prepared: "identify", "SELECT id FROM sectional.entry WHERE position = $1", [.integer(position.number)])
    }

    /// Appends, and commits.
    static func append(_ entry: LogEntry, server: Int64) -> [PostgresStep] {
        [
            PostgresStep(
                prepared: "append",
                "INSERT INTO sectional.entry (position, id, previous, server, schema, data) VALUES ($1, $2, $3, $4, $5::bigint, $6)",
                [
                    .integer(entry.position.number), .integer(entry.position.id), .integer(entry.previous), .integer(server),
                    .integer(Int64(entry.schema)), .bytes(entry.data),
                ]),
            commit,
        ]
    }

    static let commit = PostgresStep(prepared: "commit", "COMMIT")

    static let rollback = PostgresStep(prepared: "rollback", "ROLLBACK")

    private static let runLength = 256
    private static let runBytes = 4 << 20

    /// The run that rows of ``read(after:)`` are.
    ///
    /// - Throws: ``LogRefusal`` `diverged` where they do not go on from the position.
    static func run(_ rows: PostgresRows, after position: LogPosition) throws(LogRefusal) -> LogRun {
        var last = position
        var entries: [LogEntry] = []
        var bytes: Int64 = 0
        for row in rows.rows {
            let entry = LogEntry(
                position: LogPosition(number: rows.integer(row, 0), id: rows.integer(row, 1)), previous: rows.integer(row, 2),
                schema: Int(rows.integer(row, 3)), data: rows.bytes(row, 4))
            guard entry.position.number == last.number &+ 1, entry.previous == last.id else { throw .diverged(position) }
            last = entry.position
            bytes = rows.integer(row, 5)
            entries.append(entry)
        }
        return LogRun(entries: entries, isEnd: entries.count < runLength && bytes < runBytes)
    }
}
