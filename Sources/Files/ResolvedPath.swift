#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files that make a database: SQLite's three, and two of this program. A link and what it points to are one database.
public struct DatabaseFiles: Sendable {
    /// The database itself.
    public let database: String
    /// The write-ahead log: the newest writes are there alone.
    public var log: String { database + "-wal" }
    /// The index of the log, made anew from it.
    public var index: String { database + "-shm" }
    /// Locked by the process that writes.
    var lock: String { database + "-lock" }
    /// The id of the database that the log belongs to.
    var identity: String { database + "-id" }
    /// The folder of all of them.
    public let folder: String
    /// The database's name in the folder.
    public let name: String

    public init(_ path: String) {
        var whole = Self.resolved(path)
        if whole == nil {
            // A file that is still to be made, in a folder that is there.
            let (folder, name) = Self.split(path)
            whole = Self.resolved(folder).map { $0 == "/" ? "/" + name : "\($0)/\(name)" }
        }
        database = whole ?? path
        (folder, name) = Self.split(database)
    }

    /// Makes what was renamed or removed in the folder durable.
    public func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The names of what lies in the database's folder.
    public var neighbours: [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var found: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            found.append(name)
        }
        return found
    }

    /// What a file's metadata say; `nil` where there is none.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Bytes of a file; 0 where there is none.
    static func size(_ path: String) -> Int64 { status(path).map { Int64($0.st_size) } ?? 0 }

    private static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
