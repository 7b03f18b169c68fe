extension SQLiteListStore {
    /// Opens a database to read it, also while another process writes to it. Writes are refused as `unavailable`.
    ///
    /// - Throws: ``SQLiteFailure`` when there is no such database, or it is not migrated.
    public static func openReadOnly(configuration: SQLiteStoreConfiguration) throws -> SQLiteListStore {
        try SQLiteListStore(readOnly: configuration)
    }

    /// Brings a database up to date, and makes it if it is not there.
    ///
    /// - Returns: Whether it was made.
    /// - Throws: ``SQLiteFailure``, `locked` when another process writes to the database, `refused` for one of an older schema that follows a
    ///   log: the server migrates it, with what the log has for it.
    @discardableResult
    public static func migrate(_ path: String) throws -> Bool {
        let files = DatabaseFiles(path)
        let lock = try DatabaseLock(files)
        defer { withExtendedLifetime(lock) {} }
        AbandonedFiles.sweep(files)
        try IndexRoom.check(files)
        let opening = try DatabaseOpening(files, mayCreate: true)
        let connection = try DatabaseConnection.openWriter(SQLiteStoreConfiguration(path: path))
        _ = try opening.prepare(connection) { try catchUp(connection, with: nil) }
        return opening.isNew
    }

    /// Whether a file is a database of this program or of another version of it, or has been one before it was damaged.
    public static func isStore(_ path: String) -> Bool {
        if IdentityFile(files: DatabaseFiles(path)).read() != nil { return true }
        do {
            let raw = try RawDatabase(path)
            if raw.applicationID == Schema.applicationID { return true }
            return raw.applicationID == 0 && raw.migrations.map { !$0.isDisjoint(with: Schema.names.prefix(1)) } ?? false
        } catch {
            return (error as? SQLiteFailure)?.isNoDatabase == false
        }
    }

    /// Checks, before a database is read that no server of this process has, whether its file and its log belong together.
    ///
    /// - Throws: ``SQLiteFailure`` that says what to do.
    public static func checkFiles(_ path: String) throws {
        try DatabaseOpening.check(DatabaseFiles(path))
    }
}
