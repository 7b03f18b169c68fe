import GRDB

/// How connections to the database file are opened.
enum DatabaseFile {
    /// Milliseconds that a connection waits for another that is in its way.
    static let patience: Int32 = 5000

    /// The writer's connection. Creates the file if it is not there.
    ///
    /// A commit is synced to the disk before it returns; nothing but the checkpointer moves the log into the database. What SQLite sorts
    /// on disk, over any connection of the process, it then sorts in the database's folder, which has room for it: `/tmp` may be small, or
    /// lie in memory.
    static func openWriter(_ configuration: SQLiteStoreConfiguration) throws -> DatabaseQueue {
        let parts = DatabaseFiles(configuration.path).folder.split(separator: "'", omittingEmptySubsequences: false)
        let folder = parts.joined(separator: "''")
        return try open(configuration, readonly: false) { database in
            try database.execute(sql: "PRAGMA temp_store_directory = '\(folder)'")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try database.execute(sql: "PRAGMA journal_size_limit = \(configuration.logLimit)")
            if let pages = configuration.pageLimit { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
        }
    }

    /// The checkpointer's connection.
    static func openCheckpointer(_ configuration: SQLiteStoreConfiguration) throws -> DatabaseQueue {
        try open(configuration, readonly: false) { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
    }

    /// A connection that only reads.
    ///
    /// - Parameter isUnchanging: Whether nobody writes to the file and it has no log: then no file beside it is made.
    static func openReader(_ configuration: SQLiteStoreConfiguration, isUnchanging: Bool = false) throws -> DatabaseQueue {
        var file = configuration
        if isUnchanging { file.path = RawDatabase.address(of: configuration.path) }
        return try open(file, readonly: true) { database in
            try database.execute(sql: "PRAGMA mmap_size = \(configuration.mappedBytes)")
        }
    }

    /// A connection that fills a file which nobody else has: there is nothing to roll back to, and whoever asked for it syncs it.
    static func openCopy(_ path: String) throws -> DatabaseQueue {
        try open(SQLiteStoreConfiguration(path: path), readonly: false) { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF")
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
    }

    private static func open(
        _ configuration: SQLiteStoreConfiguration, readonly: Bool, _ prepare: @escaping @Sendable (Database) throws -> Void
    ) throws -> DatabaseQueue {
        var settings = Configuration()
        settings.readonly = readonly
        settings.foreignKeysEnabled = false
        settings.busyMode = .timeout(Double(patience) / 1000)
        settings.allowsUnsafeTransactions = true
        let kibibytes = configuration.connectionCacheBytes / 1024
        settings.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
            try prepare(database)
        }
        return try SQLiteFailure.wrapping("open \(configuration.path)") {
            try DatabaseQueue(path: configuration.path, configuration: settings)
        }
    }
}
