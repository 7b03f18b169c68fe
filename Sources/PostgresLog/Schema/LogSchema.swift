/// The tables of the log in PostgreSQL, in the schema `sectional`, and the steps that made them.
enum LogSchema {
    /// Each version's statements. Those that have shipped stay as they are; a new version follows them.
    private static let versions: [[String]] = [
        [
            // The settings that all servers share: the log's history, the version of these tables.
            "CREATE TABLE sectional.setting (name text PRIMARY KEY, value text NOT NULL)",
            "INSERT INTO sectional.setting VALUES ('history', gen_random_uuid()::text), ('schema', '0')",
            // The log: each entry names the id of the one before it.
            """
            CREATE TABLE sectional.entry (position bigint PRIMARY KEY, id bigint NOT NULL, previous bigint NOT NULL,
                server bigint NOT NULL, schema int NOT NULL, data bytea NOT NULL)
            """,
            // As the writer made it: compressing would be the server's choice.
            "ALTER TABLE sectional.entry ALTER data SET STORAGE EXTERNAL",
            // Copies of a server's database in chunks, each as of an entry; base_end has those that are whole.
            "CREATE TABLE sectional.base (position bigint, chunk int, data bytea NOT NULL, PRIMARY KEY (position, chunk))",
            "ALTER TABLE sectional.base ALTER data SET STORAGE EXTERNAL",
            """
            CREATE TABLE sectional.base_end (position bigint PRIMARY KEY, id bigint NOT NULL, chunks int NOT NULL,
                bytes bigint NOT NULL, made timestamptz NOT NULL)
            """,
        ],
        [
            // The notice of each server to the others: the oldest version of each list that it reads, and the settings that should agree.
            "CREATE TABLE sectional.server (number bigint PRIMARY KEY, pins text NOT NULL, settings text NOT NULL)"
        ],
    ]

    /// The version that this program makes and reads.
    static var version: Int { versions.count }

    /// Reads the version of the tables, `nil` where there are none, and the log's history.
    static func settings(
        on connection: PostgresConnection, until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> (version: Int?, history: String) {
        let rows: PostgresRows
        do throws(PostgresFailure) {
            rows = try connection.run([PostgresStep("SELECT name, value FROM sectional.setting")], until: deadline)[0]
        } catch  where error.code == .undefinedTable {
            return (nil, "")
        }
        let values = Dictionary(rows.rows.map { (rows.text($0, 0), rows.text($0, 1)) }) { $1 }
        return (values["schema"].flatMap { Int($0) }, values["history"] ?? "")
    }

    /// Makes the tables, or brings them up to date, in one transaction.
    ///
    /// - Returns: Whether there were none.
    static func migrate(_ connection: PostgresConnection, until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> Bool {
        let state = try connection.run(
            [
                PostgresStep("BEGIN"), PostgresStep("SELECT pg_advisory_xact_lock(\(LogLocks.family), \(LogLocks.schema))"),
                PostgresStep("SELECT to_regnamespace('sectional') IS NOT NULL, to_regclass('sectional.setting') IS NOT NULL"),
            ], until: deadline)[2]
        let (hasSchema, hasTables) = (state.integer(0, 0) == 1, state.integer(0, 1) == 1)
        let found = hasTables ? try settings(on: connection, until: deadline).version ?? 0 : 0
        guard found <= version else {
            throw PostgresFailure(.lost, "the log's tables are of version \(found), which is newer than this program")
        }
        var statements = hasSchema ? [] : ["CREATE SCHEMA sectional"]
        statements += versions[found...].joined()
        let steps =
            statements.map { PostgresStep($0) } + [
                PostgresStep("UPDATE sectional.setting SET value = $1 WHERE name = 'schema'", [.text("\(version)")]),
                PostgresStep("COMMIT"),
            ]
        _ = try connection.run(steps, until: deadline)
        return found == 0
    }
}
