import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files that make a database: SQLite's three, and two of this program. A link and what it points to are one database.
public struct DatabaseFiles: Sendable {
    /// The database's path.
    let location: ResolvedPath
    /// The database itself.
    public var database: String { location.path }
    /// The write-ahead log: the newest writes are there alone.
    var log: String { database + "-wal" }
    /// The index of the log, made anew from it.
    var index: String { database + "-shm" }
    /// Locked by the process that writes.
    var lock: String { database + "-lock" }
    /// The id of the database that the log belongs to.
    var identity: String { database + "-id" }

    /// The end of the name of a database that was replaced.
    static let keptSuffix = ".replaced-"

    public init(_ path: String) {
        location = ResolvedPath(path)
    }

    /// Whether there is no database, or an empty file in its place.
    public var isEmpty: Bool { Self.size(database) == 0 }

    /// The metadata of a file; `nil` if there is no such file.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Bytes of a file; 0 where there is none.
    static func size(_ path: String) -> Int64 { status(path).map { Int64($0.st_size) } ?? 0 }
}
