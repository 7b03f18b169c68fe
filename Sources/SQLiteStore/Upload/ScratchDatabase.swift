import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A database for what does not fit in memory for a while. Its file has no name once it is open, so that nothing is left of it, however
/// the process ends; it is never synced, and a failure in it is the end of it.
///
/// Used by one thread at a time.
final class ScratchDatabase {
    /// Bytes of pages in memory while it is filled. Many are filled at a time, and from end to end.
    private static let fillingCacheBytes = 128 << 10
    /// Bytes of pages in memory while it is matched. Few are.
    private static let matchingCacheBytes = 8 << 20
    /// Steps of SQLite's machine between two looks whether the store stops.
    private static let checkedSteps: Int32 = 20_000

    private let connection: DatabaseConnection
    private let interruption: Interruption

    /// - Parameters:
    ///   - path: The database file that it lies beside.
    ///   - interruption: Breaks off its statements where the store stops.
    init(beside path: String, schema: String, interruption: Interruption) throws {
        let file = DatabaseFiles(path).database + AbandonedFiles.scratch + PrivateFile.randomName()
        self.interruption = interruption
        let descriptor = PrivateFile.make(file)
        guard descriptor >= 0 else {
            let code = errno
            throw SQLiteFailure(code: .system(code), message: "\(file): \(String(cString: strerror(code)))", operation: "open")
        }
        close(descriptor)
        defer { unlink(file) }
        connection = try DatabaseConnection(
            file,
            setUp: """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = FILE;
                PRAGMA cache_size = -\(Self.fillingCacheBytes / 1024);
                """)
        try SQLiteFailure.wrapping("open \(file)") {
            // One transaction that never ends: what does not fit in the cache goes to the file anyway.
            try connection.execute(schema)
            try connection.beginForGood(interruption, checkedSteps: Self.checkedSteps)
        }
    }

    /// Takes more memory from now on, for work that jumps about.
    func beginMatching() throws {
        try execute("PRAGMA cache_size = -\(Self.matchingCacheBytes / 1024)")
    }

    func statement(_ sql: String) throws -> PreparedStatement {
        try connection.statement(sql)
    }

    func execute(_ sql: String) throws {
        try SQLiteFailure.wrapping("match an upload") { try connection.execute(sql) }
    }
}
