import Ports

/// The statements on what servers tell each other.
enum ServerStatements {
    /// The numbers of the servers that are alive: each holds a lock of one key, its number.
    static let alive = """
        SELECT (classid::bigint << 32) | objid::bigint AS number FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    /// The servers that are alive, with their pins and their settings.
    static let peers = PostgresStep(
        prepared: "peers",
        """
        SELECT alive.number, coalesce(pins, ''), coalesce(settings, '') FROM (\(alive)) AS alive
        LEFT JOIN sectional.server ON server.number = alive.number
        """)

    /// Deletes what servers have told that are gone.
    static let sweep = PostgresStep("DELETE FROM sectional.server WHERE number NOT IN (\(alive))")

    /// Says in one transaction what a server tells from now on.
    static func tell(_ server: Int64, pins: String, settings: String) -> [PostgresStep] {
        [
            PostgresStep(prepared: "begin", "BEGIN"),
            PostgresStep(prepared: "forget", "DELETE FROM sectional.server WHERE number = $1", [.integer(server)]),
            PostgresStep(
                prepared: "tell", "INSERT INTO sectional.server VALUES ($1, $2, $3)", [.integer(server), .text(pins), .text(settings)]),
            EntryStatements.commit,
        ]
    }

    static func setting(_ name: String) -> PostgresStep {
        PostgresStep("SELECT value FROM sectional.setting WHERE name = $1", [.text(name)])
    }

    static func setOnce(_ name: String, _ value: String) -> PostgresStep {
        PostgresStep("INSERT INTO sectional.setting VALUES ($1, $2) ON CONFLICT DO NOTHING", [.text(name), .text(value)])
    }
}
