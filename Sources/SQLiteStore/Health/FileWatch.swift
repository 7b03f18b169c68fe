import Synchronization
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Notices that a file of an open database was deleted, replaced or cut. Any thread may use it.
///
/// A look costs the metadata of three files. Where the database was written to since the last one, by a checkpoint or by somebody else, it
/// is also opened anew, to see whether it still is the same.
final class FileWatch: Sendable {
    /// The state of a file at the last look.
    private struct Mark {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let changed: timespec

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
            size = status.st_size
            #if canImport(Darwin)
                changed = status.st_mtimespec
            #else
                changed = status.st_mtim
            #endif
        }

        func isFile(of other: Mark) -> Bool { device == other.device && inode == other.inode }

        func isUnchanged(since other: Mark) -> Bool {
            size == other.size && changed.tv_sec == other.changed.tv_sec && changed.tv_nsec == other.changed.tv_nsec
        }
    }

    /// How often, and after what time, a file that lacks its end is looked at again.
    private static let mostChecks = 3
    private static let checkMicroseconds: UInt32 = 20_000

    private let marks = Mutex<[String: Mark]>([:])
    private let isOver = Atomic<Bool>(false)
    private let files: DatabaseFiles
    private let identity: String
    private let logLimit: Int
    private let configuration: SQLiteStoreConfiguration

    /// - Parameters:
    ///   - identity: The id that the database has.
    ///   - configuration: How the database is opened; the log is never cut below its `logLimit` while it is in use.
    init(_ files: DatabaseFiles, identity: String, configuration: SQLiteStoreConfiguration) {
        self.files = files
        self.identity = identity
        self.configuration = configuration
        logLimit = configuration.logLimit
    }

    /// Looks at the files.
    ///
    /// - Returns: The fault of the first file that has one; `nil` while all is well.
    func look() -> String? {
        guard !isOver.load(ordering: .acquiring) else { return nil }
        let fault = fault()
        // Files that go while the store closes are its own doing.
        return isOver.load(ordering: .acquiring) ? nil : fault
    }

    private func fault() -> String? {
        marks.withLock { marks in
            for (path, name) in [(files.database, "the database"), (files.log, "the write-ahead log"), (files.index, "the log's index")] {
                let status = DatabaseFiles.status(path)
                guard let old = marks[path] else {
                    // The log and its index come with the first transaction.
                    marks[path] = status.map(Mark.init)
                    continue
                }
                guard let mark = status.map(Mark.init) else { return "\(name) was deleted" }
                guard mark.isFile(of: old) else { return "\(name) was replaced by another file" }
                if path == files.database, !mark.isUnchanged(since: old), let fault = lookInside(size: mark.size, before: old.size) {
                    return "\(name) \(fault)"
                }
                if path == files.log, mark.size < min(old.size, off_t(logLimit)), isCut(size: mark.size) { return "\(name) was cut" }
                marks[path] = mark
            }
            return nil
        }
    }

    /// Looks no more: the files are about to be closed.
    func stop() {
        isOver.store(true, ordering: .releasing)
    }

    /// Whether the database is the one that was opened, and has its end.
    private func lookInside(size: off_t, before: off_t) -> String? {
        do {
            let connection = try DatabaseConnection.openReader(configuration)
            let id: String? = try connection.value("SELECT id FROM identity")
            let pages: Int64 = try connection.value("PRAGMA page_count") ?? 0
            if id != identity { return "was replaced by another one" }
            return size < before && pages * Int64(LogGauge.pageSize) > size && lacksEnd() ? "was cut" : nil
        } catch let failure as SQLiteFailure {
            return failure.isOfTheContent ? "was replaced or cut" : nil
        } catch {
            return nil
        }
    }

    /// Whether the database says that it has more bytes than its file. The log may have its end for now, where another process has made the
    /// file shorter, and a checkpoint writes the end last.
    private func lacksEnd() -> Bool {
        for _ in 0..<Self.mostChecks {
            let database = try? RawDatabase(files.database)
            if let database, let size = DatabaseFiles.status(files.database)?.st_size, database.byteCount <= size { return false }
            usleep(Self.checkMicroseconds)
        }
        return true
    }

    /// Whether the log is shorter than SQLite knows it to be: a checkpoint by another process may have cut it, too.
    private func isCut(size: off_t) -> Bool {
        do {
            let checkpoint = try DatabaseConnection.openCheckpointer(configuration).statement("PRAGMA wal_checkpoint(PASSIVE)")
            let pages: Int64 = try checkpoint.first { $0["log"] } ?? 0
            return pages * Int64(LogGauge.pageBytes) > size
        } catch {
            return true
        }
    }
}
