import Synchronization

/// The connections of one server to its log: made when they are wanted, and kept for the next who wants one.
final class PostgresConnections: Sendable {
    /// Connections kept while nobody has them: one for writes, one for reads.
    private static let kept = 2

    private let open: @Sendable (ContinuousClock.Instant) throws(PostgresFailure) -> LogConnection
    private let idle = Mutex<[LogConnection]>([])

    /// - Parameter open: Makes a connection by a deadline.
    init(_ open: @escaping @Sendable (ContinuousClock.Instant) throws(PostgresFailure) -> LogConnection) {
        self.open = open
    }

    /// Does something with a connection. An old one that turns out to be lost is replaced by a new one; so the body may run twice.
    ///
    /// - Parameter body: Gives the connection to ``giveBack(_:)`` once it is idle, or keeps it.
    func withConnection<Value>(
        until deadline: ContinuousClock.Instant, _ body: (inout LogConnection) throws(PostgresFailure) -> Value
    ) throws(PostgresFailure) -> Value {
        while var connection = idle.withLock({ $0.popLast() }) {
            do throws(PostgresFailure) {
                return try body(&connection)
            } catch  where error.kind == .lost {
                continue
            }
        }
        var connection = try open(deadline)
        return try body(&connection)
    }

    /// Takes a connection for the next who wants one; one that is in a transaction or lost is closed.
    func giveBack(_ connection: LogConnection) {
        guard connection.postgres.isIdle else { return }
        idle.withLock { if $0.count < Self.kept { $0.append(connection) } }
    }

    /// Closes the connections that nobody has.
    func closeIdle() {
        idle.withLock { $0.removeAll() }
    }
}
