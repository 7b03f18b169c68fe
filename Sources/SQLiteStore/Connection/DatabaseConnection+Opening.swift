import Foundations

/// How connections to the database file are opened.
extension DatabaseConnection {
    /// The writer's connection. Creates the file if it is not there.
    ///
    /// A commit is synced to the disk before it returns, unless a log has it: then a power cut may take it, and it is applied again. Nothing but the checkpointer moves the log into the database. What SQLite sorts
    /// on disk, over any connection of the process, it then sorts in the database's folder, which has room for it: `/tmp` may be small, or
    /// lie in memory. Debian's SQLite writes zeros over what is deleted, page by page, unless a connection says otherwise.
    ///
    /// - Parameter recorder: Records what is written between a beginning and a commit; `nil` without a log.
    static func openWriter(
        _ configuration: SQLiteStoreConfiguration, recorder: StatementRecorder? = nil
    ) throws -> DatabaseConnection {
        let parts = ResolvedPath(configuration.path).folder.split(separator: "'", omittingEmptySubsequences: false)
        let folder = parts.joined(separator: "''")
        return try open(
            configuration, recorder: recorder,
            """
            PRAGMA temp_store_directory = '\(folder)';
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(recorder == nil ? "FULL" : "NORMAL");
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA secure_delete = OFF;
            PRAGMA journal_size_limit = \(configuration.logLimit);
            \(configuration.pageLimit.map { "PRAGMA max_page_count = \($0)" } ?? "")
            """)
    }

    /// The checkpointer's connection.
    static func openCheckpointer(_ configuration: SQLiteStoreConfiguration) throws -> DatabaseConnection {
        try open(configuration, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    }

    /// A connection that only reads.
    ///
    /// - Parameter isUnchanging: Whether nobody writes to the file and it has no log: then no file beside it is made.
    static func openReader(_ configuration: SQLiteStoreConfiguration, isUnchanging: Bool = false) throws -> DatabaseConnection {
        var file = configuration
        if isUnchanging { file.path = RawDatabase.address(of: configuration.path) }
        return try open(file, readonly: true, "PRAGMA mmap_size = \(configuration.mappedBytes)")
    }

    /// A connection that fills a file which nobody else has: there is nothing to roll back to, and the caller syncs the file.
    static func openCopy(_ path: String) throws -> DatabaseConnection {
        try open(SQLiteStoreConfiguration(path: path), "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }

    private static func open(
        _ configuration: SQLiteStoreConfiguration, readonly: Bool = false, recorder: StatementRecorder? = nil, _ setUp: String
    ) throws -> DatabaseConnection {
        let cache = "PRAGMA cache_size = -\(configuration.connectionCacheBytes / 1024);"
        return try DatabaseConnection(configuration.path, readonly: readonly, setUp: cache + setUp, recorder: recorder)
    }
}
