/// A connection to a log's PostgreSQL, made ready: what a session needs is set, and the log is there.
struct LogConnection: Sendable {
    let postgres: PostgresConnection
    /// Names the log; another one, or the same begun anew, has another.
    let history: String
    /// Whether it was seen on this connection that the log has what its server has.
    var isCompared = false
    /// How long a statement waits for a lock.
    private var lockMilliseconds = 0

    /// Connects to the first host that takes writes.
    ///
    /// - Parameter password: Takes the place of the address's.
    init(_ address: PostgresAddress, password: String?, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        postgres = try Self.connect(address, password: password, until: deadline)
        let settings = try LogSchema.settings(on: postgres, until: deadline)
        guard let version = settings.version else {
            throw PostgresFailure(.lost, "there is no log: sectional migrate --cluster makes it, as the owner of the database")
        }
        guard version == LogSchema.version else {
            let remedy = version < LogSchema.version ? "sectional migrate --cluster brings it up to date" : "this program is too old"
            throw PostgresFailure(.lost, "the log's tables are of version \(version), not \(LogSchema.version): \(remedy)")
        }
        history = settings.history
    }

    /// Connects, and sets what a session needs.
    static func connect(
        _ address: PostgresAddress, password: String?, until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> PostgresConnection {
        let attempts = address.attempts(password: password)
        var failure = PostgresFailure(.lost, "there is no host")
        for (index, parameters) in attempts.enumerated() {
            // A host that is silent leaves time for those behind it.
            let share = (deadline - .now) / (attempts.count - index)
            do throws(PostgresFailure) {
                let connection = try PostgresConnection(parameters, until: .now + share)
                try prepare(connection, until: deadline)
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Sets how long a statement waits for a lock. It lasts, so it is a round trip only where it changes.
    mutating func waitForLocks(seconds: Double, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        // 0 would be for ever.
        let milliseconds = Int(max(1, min(seconds * 1_000, 3_600_000)))
        guard milliseconds != lockMilliseconds else { return }
        _ = try postgres.run([PostgresStep("SELECT set_config('lock_timeout', $1, false)", [.text("\(milliseconds)")])], until: deadline)
        lockMilliseconds = milliseconds
    }

    private static let oldestPostgreSQL = 140_000

    private static func prepare(_ connection: PostgresConnection, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        guard connection.serverVersion >= oldestPostgreSQL else {
            throw PostgresFailure(.lost, "PostgreSQL there is older than 14")
        }
        let sets = sessionSettings.map { "set_config('\($0.name)', '\($0.value)', false)" }.joined(separator: ", ")
        let rows = try connection.run(
            [
                PostgresStep("SELECT \(sets)"),
                // An acknowledged commit is on disk, whatever the role's settings say.
                PostgresStep(
                    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"),
                PostgresStep("SELECT pg_backend_pid()::bigint"),
            ], until: deadline)
        guard rows[2].integer(0, 0) == connection.announcedProcess else {
            throw PostgresFailure(
                .lost, "a connection pooler such as PgBouncer answers, and locks of a session need PostgreSQL itself")
        }
    }

    /// A holder of the log's lock that hangs is ended after 12 s, and a session whose machine is gone soon after. Nothing else has a bound: each
    /// call has its own.
    private static let sessionSettings: [(name: String, value: String)] = [
        ("idle_in_transaction_session_timeout", "12000"), ("tcp_user_timeout", "10000"), ("tcp_keepalives_idle", "4"),
        ("tcp_keepalives_interval", "2"), ("tcp_keepalives_count", "3"), ("idle_session_timeout", "0"), ("statement_timeout", "0"),
        ("default_transaction_isolation", "read committed"), ("default_transaction_read_only", "off"), ("search_path", "pg_catalog"),
    ]
}
