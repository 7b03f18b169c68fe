import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Room on the disk for the index of the log, which SQLite maps into memory.
///
/// SQLite extends that file by one byte in each 4 KiB. Where the file system's blocks are smaller, what lies between has no room of its
/// own, and on a full disk the first touch of it ends the process with SIGBUS. So there the room is taken beforehand.
final class IndexRoom: Sendable {
    /// Bytes that SQLite maps at a time.
    private static let regionBytes: Int64 = 32 << 10
    /// Pages of the log that a region holds, about.
    private static let regionPages = 4_096
    /// The largest block whose file SQLite fills by itself.
    private static let safeBlock = 4_096

    /// Held as long as the database is open, for closing it would drop the locks that SQLite has on the file.
    private let descriptor: Int32

    /// Whether files in a folder may have holes within one page.
    private static func hasSmallBlocks(_ folder: String) -> Bool {
        var status = statvfs()
        return statvfs(folder, &status) == 0 && status.f_frsize < safeBlock
    }

    /// Checks, before SQLite opens a database, that there is room for what it maps first.
    ///
    /// - Throws: ``SQLiteFailure`` `refused` where there is none.
    static func check(_ files: DatabaseFiles) throws {
        guard hasSmallBlocks(files.location.folder) else { return }
        let path = "\(files.index).\(PrivateFile.randomName()).part"
        let descriptor = PrivateFile.make(path)
        guard descriptor >= 0 else { throw OpeningFailure.hasNoRoom(files) }
        defer { close(descriptor) }
        unlink(path)
        guard posix_fallocate(descriptor, 0, off_t(2 * regionBytes)) == 0 else { throw OpeningFailure.hasNoRoom(files) }
    }

    /// Takes the room for the index of a log of so many bytes, once SQLite has opened the database; `nil` where none is needed.
    ///
    /// - Throws: ``SQLiteFailure`` `refused` where there is none.
    init?(_ files: DatabaseFiles, logBytes: Int) throws {
        guard Self.hasSmallBlocks(files.location.folder) else { return nil }
        descriptor = open(files.index, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let regions = Int64(logBytes / LogGauge.pageBytes / Self.regionPages) + 2
        guard posix_fallocate(descriptor, 0, off_t(regions * Self.regionBytes)) == 0 else { throw OpeningFailure.hasNoRoom(files) }
    }

    deinit {
        close(descriptor)
    }
}
