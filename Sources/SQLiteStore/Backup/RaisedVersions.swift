import Lists

/// Raises the version numbers of a database that was restored, so that none which the lost one gave out comes again with another content.
enum RaisedVersions {
    /// How far numbers rise. So many writes to one list may be lost between a backup and its restoration.
    static let distance: Int64 = 1_000_000

    /// Gives each list a new version with the same content, the oldest that can be read, raises the numbers that deleted lists have used,
    /// those from which lists of new ids count, and that of the registered cell types.
    ///
    /// - Parameters:
    ///   - connection: A database that nobody else has, and that is whole.
    ///   - now: When the versions are made: milliseconds since 1970.
    /// - Throws: ``SQLiteFailure``, also where a list has no numbers left.
    static func raise(_ connection: DatabaseConnection, now: Int64) throws {
        try connection.execute("BEGIN")
        let sweeper = try LongWriteSweeper(connection)
        // A write that was under way in the backup is none in the restored database.
        for longWrite in try sweeper.abandoned() {
            while try !sweeper.sweep(longWrite, limit: LongWriteSweeper.stepRows) {}
        }
        let numbers = "SELECT max(ifnull(deleted, head)) AS last FROM list UNION ALL SELECT version FROM restored"
        let last: Int64 = try connection.value("SELECT max(last) FROM (\(numbers))") ?? 0
        guard last < KeyRange.lastCounter - distance - 1 else {
            throw SQLiteFailure(code: .refused, message: "a list has no version numbers left", operation: "restore")
        }
        try connection.statement(
            """
            INSERT INTO version SELECT v.key + ?1, v.root, v.root_number, v.section_count, v.item_count, v.properties, ?2, NULL, 0, 0, NULL,
            (SELECT s.head + ?1 FROM view w JOIN list s ON s.id = w.source WHERE w.list = l.number AND s.deleted IS NULL
            AND s.number NOT IN (SELECT list FROM view)), NULL
            FROM list l JOIN version v ON v.key = l.number << \(KeyRange.counterBits) | l.head WHERE l.deleted IS NULL
            """
        ).run(distance, now)
        let living = "UPDATE list SET head = head + ?1, oldest = head + ?1, history_bytes = 0 WHERE deleted IS NULL"
        try connection.statement(living).run(distance)
        try connection.statement("UPDATE list SET head = head + ?1, deleted = deleted + ?1 WHERE deleted IS NOT NULL").run(distance)
        try connection.statement("UPDATE restored SET version = version + ?1").run(distance)
        try connection.statement("UPDATE cell_type_registry SET version = version + ?1 WHERE version > 0").run(distance)
        // A view that was behind is brought up to date with its source's next write.
        try connection.statement("UPDATE view SET behind = behind + ?1 WHERE behind > 0").run(distance)
        // Restored, it follows no log.
        try connection.execute("DELETE FROM replica; DELETE FROM log_statement; COMMIT")
    }
}
