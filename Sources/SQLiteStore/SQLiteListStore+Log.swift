import Logging
public import Ports

extension SQLiteListStore {
    public func catchUp(_ freshness: Freshness) throws {
        guard let writing, let follower = writing.follower, !writing.writer.isCurrentThread else { return }
        try follower.catchUp(freshness)
    }

    /// How far the store is in its log.
    public var logStatus: LogStatus { writing?.follower?.status ?? LogStatus() }

    /// Applies what a log has for a file of an older schema, before the file is migrated: statements fit the schema that they were written
    /// under, and may fit no later one.
    ///
    /// - Throws: ``SQLiteFailure`` `refused` for a file that follows another log, or one and is opened without.
    static func catchUp(_ connection: DatabaseConnection, with log: (any CommitLog)?) throws {
        guard try connection.hasTable("replica"), let row = try ReplicaRow.read(connection) else { return }
        guard let log else { throw OpeningFailure.isReplica(connection.path) }
        do {
            _ = try EntryReplay.apply(to: connection, from: row.position) { try log.read(after: $0) }
        } catch LogRefusal.diverged {
            throw OpeningFailure.isOfOtherLog(connection.path)
        } catch let refusal as LogRefusal {
            throw OpeningFailure.hasNoLog(connection.path, "\(refusal)")
        }
    }

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
            SELECT (SELECT count(*) FROM (SELECT 1 FROM list LIMIT 1)) + (SELECT event FROM event_counter)
            + (SELECT count(*) FROM webhook) + (SELECT version FROM cell_type_registry)
            """)
        return try Replica(log, connection, recorder, hasContent: content != 0, logger: logger) { server in
            PeerWatch(log, of: server, pins: pins, configuration, now: now)
        }
    }
}
