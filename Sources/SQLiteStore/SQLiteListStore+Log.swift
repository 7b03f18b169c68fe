import Logging
public import Ports

extension SQLiteListStore {
    public func catchUp(_ freshness: Freshness) throws {
        guard let writing, let follower = writing.follower, !writing.writer.isCurrentThread else { return }
        try follower.catchUp(freshness)
    }

    /// How far the store is in its log.
    public var logStatus: LogStatus { writing?.follower?.status ?? LogStatus() }

    /// The writer's side of a log; `nil` without one.
    ///
    /// - Throws: ``SQLiteFailure`` `refused` for a file that follows another log, or one and is opened without.
    static func replica(
        _ connection: DatabaseConnection, _ recorder: StatementRecorder?, _ configuration: SQLiteStoreConfiguration, pins: VersionPins,
        now: @escaping @Sendable () -> Int64, logger: Logger
    ) throws -> Replica? {
        guard let log = configuration.log, let recorder else {
            if try ReplicaRow.read(connection) != nil { throw OpeningFailure.isReplica(connection.path) }
            return nil
        }
        let content: Int64? = try connection.value(
            """
            SELECT (SELECT count(*) FROM (SELECT 1 FROM list LIMIT 1)) + (SELECT event FROM journal)
            + (SELECT count(*) FROM webhook) + (SELECT version FROM cell_type_registry)
            """)
        return try Replica(log, connection, recorder, hasContent: content != 0, logger: logger) { server in
            PeerWatch(log, of: server, pins: pins, configuration, now: now)
        }
    }
}
