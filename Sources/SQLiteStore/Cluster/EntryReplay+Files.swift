import Ports

/// Entries for a database that no store has open.
extension EntryReplay {
    /// Applies entries, each under the schema that it was written under: a transaction for those of one schema in a run.
    ///
    /// - Parameters:
    ///   - connection: To a database that is not in a transaction.
    ///   - start: The entry that the database is as of.
    ///   - last: The number of the last entry to be applied. Those behind it are left.
    ///   - read: Entries behind a position; none at the log's end.
    /// - Returns: The position of the last entry that was applied.
    /// - Throws: ``SQLiteFailure``, `corrupt` where an entry can't be applied; ``LogRefusal`` `diverged`; and what reading throws.
    static func apply(
        to connection: DatabaseConnection, from start: LogPosition, through last: Int64 = .max, _ read: (LogPosition) throws -> LogRun
    ) throws -> LogPosition {
        var position = start
        while position.number < last {
            let entries = try read(position).entries.filter { $0.position.number <= last }
            guard let schema = entries.first?.schema else { break }
            guard schema <= Schema.migrations.count else { throw EntryContent.isNewer }
            try Schema.migrate(connection, to: schema)
            let replay = try EntryReplay(connection)
            try connection.execute("BEGIN")
            for entry in entries.prefix(while: { $0.schema == schema }) {
                guard entry.position.number == position.number + 1, entry.previous == position.id else {
                    throw LogRefusal.diverged(position)
                }
                _ = try entry.data.withUnsafeBytes { try replay.run($0) }
                position = entry.position
            }
            try connection.statement("UPDATE replica SET position = ?, id = ?").run(position.number, position.id)
            try connection.execute("COMMIT")
        }
        return position
    }
}
