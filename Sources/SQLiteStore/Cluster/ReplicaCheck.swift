public import Ports

/// Holds a database against the log that it follows: a base, with the entries behind it applied, must have the same rows.
public struct ReplicaCheck {
    /// Names the log.
    public let history: String
    /// The entry that the database is as of.
    public let position: LogPosition
    private let path: String

    /// - Parameter path: A copy of the database, which nobody else has.
    /// - Returns: `nil` for a database that follows no log.
    public init?(ofCopy path: String) throws {
        guard let replica = try SQLiteListStore.replica(path) else { return nil }
        (self.path, history, position) = (path, replica.history, replica.position)
    }

    /// Applies entries to a base, and compares.
    ///
    /// - Parameters:
    ///   - base: The base's file, which nobody else has; an empty one for the log's beginning.
    ///   - start: The entry that the base is as of, none behind ``position``.
    ///   - read: Entries behind a position.
    /// - Returns: The tables that differ, a line each.
    /// - Throws: ``SQLiteFailure``, `corrupt` where an entry can't be applied, or what reading throws.
    public func differences(
        from base: String, at start: LogPosition, _ read: (LogPosition) throws -> LogRun
    ) throws -> [String] {
        try SQLiteFailure.wrapping("compare with the log") {
            let connection = try DatabaseConnection.openCopy(base)
            let end = try EntryReplay.apply(to: connection, from: start, through: position.number, read)
            try Schema.migrate(connection)
            guard end == position else {
                return ["the log has another entry \(position) than this database"]
            }
            return try compare(connection)
        }
    }

    /// Tables of which each database has rows of its own.
    private static let ownTables: Set = ["identity", "replica"]

    private func compare(_ connection: DatabaseConnection) throws -> [String] {
        let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        try connection.execute("ATTACH DATABASE '\(quoted)' AS checked")
        let tables: [String] = try connection.values(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        return try tables.filter { !Self.ownTables.contains($0) }.compactMap { table in
            func count(in database: String, without other: String) throws -> Int64 {
                try connection.value(
                    "SELECT count(*) FROM (SELECT * FROM \(database).\(table) EXCEPT SELECT * FROM \(other).\(table))") ?? 0
            }
            let (missing, added) = (try count(in: "main", without: "checked"), try count(in: "checked", without: "main"))
            guard missing > 0 || added > 0 else { return nil }
            return "the table \(table) differs from the log as of entry \(position): \(missing) of its rows lack, \(added) are not in it"
        }
    }
}
