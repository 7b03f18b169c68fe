import Ports

/// The statements on the tables of bases.
enum BaseStatements {
    static func newest(upTo position: Int64 = .max) -> PostgresStep {
        PostgresStep(
            "SELECT position, id, chunks::bigint, bytes FROM sectional.base_end WHERE position <= $1 ORDER BY position DESC LIMIT 1",
            [.integer(position)])
    }

    /// The neighbours in the log that do not follow each other, the first few.
    static let breaks = PostgresStep(
        """
        SELECT before, position FROM (SELECT position, previous, lag(position) OVER (ORDER BY position) AS before,
        lag(id) OVER (ORDER BY position) AS name FROM sectional.entry) AS entries
        WHERE before IS NOT NULL AND (position <> before + 1 OR previous <> name) ORDER BY position LIMIT 10
        """)

    static let status = PostgresStep(
        """
        SELECT coalesce((SELECT extract(epoch FROM now() - made)::bigint FROM sectional.base_end ORDER BY position DESC LIMIT 1), -1),
        coalesce((SELECT bytes FROM sectional.base_end ORDER BY position DESC LIMIT 1), 0),
        (SELECT coalesce(sum(octet_length(data)), 0)::bigint FROM sectional.entry
        WHERE position > (SELECT coalesce(max(position), 0) FROM sectional.base_end))
        """)

    static func chunk(_ number: Int64, of position: Int64) -> PostgresStep {
        PostgresStep(
            prepared: "chunk", "SELECT data FROM sectional.base WHERE position = $1 AND chunk = $2::bigint",
            [.integer(position), .integer(number)])
    }

    static func insert(_ chunk: [UInt8], _ number: Int64, of position: Int64) -> PostgresStep {
        PostgresStep(
            prepared: "insert chunk", "INSERT INTO sectional.base VALUES ($1, $2::bigint, $3) ON CONFLICT DO NOTHING",
            [.integer(position), .integer(number), .bytes(chunk)])
    }

    /// Makes a base whole, where all its chunks are there. Returns a row then.
    static func end(_ base: LogBase) -> PostgresStep {
        PostgresStep(
            """
            INSERT INTO sectional.base_end SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, now()
            WHERE (SELECT count(*) FROM sectional.base WHERE position = $1::bigint) = $3::bigint RETURNING position
            """,
            [.integer(base.position.number), .integer(base.position.id), .integer(base.chunks), .integer(base.bytes)])
    }

    /// Deletes chunks that no base has, of a server that was killed.
    static let sweep = PostgresStep("DELETE FROM sectional.base WHERE position NOT IN (SELECT position FROM sectional.base_end)")

    /// The position of the base before the newest one.
    static let secondNewest = PostgresStep("SELECT position FROM sectional.base_end ORDER BY position DESC LIMIT 1 OFFSET 1")

    static func deleteBases(before position: Int64) -> [PostgresStep] {
        ["base_end", "base"].map { PostgresStep("DELETE FROM sectional.\($0) WHERE position < $1", [.integer(position)]) }
    }

    /// Deletes the first entries before a position, and returns how many.
    static func deleteEntries(before position: Int64) -> PostgresStep {
        PostgresStep(
            prepared: "delete entries",
            """
            WITH gone AS (DELETE FROM sectional.entry WHERE position IN
            (SELECT position FROM sectional.entry WHERE position < $1 ORDER BY position LIMIT \(deletedAtOnce)) RETURNING 1)
            SELECT count(*) FROM gone
            """, [.integer(position)])
    }

    static let deletedAtOnce = 1_000

    /// Whether a store that has not begun can read the log from its beginning.
    static let hasBeginning = PostgresStep(
        """
        SELECT NOT EXISTS (SELECT FROM sectional.entry) OR EXISTS (SELECT FROM sectional.entry WHERE position = 1 AND previous = 0)
        """)

    /// How many servers are alive.
    static let alive = PostgresStep("SELECT count(*) FROM (\(ServerStatements.alive)) AS alive")

    static let last = PostgresStep("SELECT coalesce(max(position), 0) FROM sectional.entry")

    /// Begins another history at a base. Its entry names one before it that nobody has, so no store begins without the base.
    static func beginAnew(_ base: LogBase) -> [PostgresStep] {
        [
            PostgresStep("DELETE FROM sectional.entry"), PostgresStep("DELETE FROM sectional.base_end"),
            PostgresStep("DELETE FROM sectional.base WHERE position <> $1", [.integer(base.position.number)]),
            PostgresStep(
                "INSERT INTO sectional.entry VALUES ($1, $2, $3, 0, 0, '')",
                [.integer(base.position.number), .integer(base.position.id), .integer(.random(in: 1 ... .max))]),
            PostgresStep("UPDATE sectional.setting SET value = gen_random_uuid()::text WHERE name = 'history'"),
            // Another database may come with another key.
            PostgresStep("DELETE FROM sectional.setting WHERE name NOT IN ('history', 'schema')"),
        ]
    }
}
