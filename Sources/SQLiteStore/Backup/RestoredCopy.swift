import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A copy of a backup that is to replace a database.
///
/// The caller holds the lock of that database, and has made the file of the copy.
public struct RestoredCopy {
    private let path: String
    private let files: DatabaseFiles

    init(path: String, files: DatabaseFiles) {
        self.path = path
        self.files = files
    }

    /// Copies a backup, gives the copy an id of its own and this program's schema, checks it, and gives each list a new version
    /// (``RaisedVersions``).
    ///
    /// - Parameters:
    ///   - backup: A file that `backup` has made, or a database that no process writes to.
    ///   - path: An empty file beside the database.
    ///   - files: The database that it replaces.
    ///   - now: Milliseconds since 1970: when the lists' new versions are made.
    ///   - viewSections: The most sections of a view.
    ///   - progress: Called from time to time with the share of the file, then of its lists, that is done, from 0 to 1.
    ///   - report: Called with each thing that is wrong with the backup, in one line.
    /// - Throws: ``SQLiteFailure``; `corrupt` for a backup that is not whole.
    public init(
        of backup: String, at path: String, inPlaceOf files: DatabaseFiles, now: Int64,
        viewSections: Int = SQLiteStoreConfiguration(path: "").viewSections, progress: @escaping (Double) -> Void = { _ in },
        report: @escaping (String) -> Void
    ) throws {
        self.path = path
        self.files = files
        let source = DatabaseFiles(backup)
        try DatabaseOpening.check(source)
        // A log of the backup holds a part of it. Without one the backup may lie where nothing can be written.
        let connection = try DatabaseConnection.openReader(
            SQLiteStoreConfiguration(path: source.database), isUnchanging: DatabaseFiles.size(source.log) == 0)
        try SQLiteListStore.backUp(connection, source.database, to: path) { progress($0 / 2) }
        let copy = try DatabaseConnection.openReader(SQLiteStoreConfiguration(path: path))
        if try !Schema.isMigrated(copy) {
            try Self.checkPages(copy, backup, report)
            try copy.close()
            try Schema.migrate(DatabaseConnection.openCopy(path))
        }
        let summary = try DatabaseCheck.run(path, viewSections: viewSections, progress: { progress(0.5 + $0 / 2) }, report: report)
        if summary.findings > 0 { throw Self.damage(backup) }
        try SQLiteFailure.wrapping("restore") { try RaisedVersions.raise(DatabaseConnection.openCopy(path), now: now) }
    }

    /// Checks a backup of an older program before it is migrated.
    private static func checkPages(_ connection: DatabaseConnection, _ backup: String, _ report: (String) -> Void) throws {
        let found: [String] = try SQLiteFailure.wrapping("check \(backup)") { try connection.values("PRAGMA integrity_check(100)") }
        guard found != ["ok"] else { return }
        found.forEach(report)
        throw damage(backup)
    }

    private static func damage(_ backup: String) -> SQLiteFailure {
        SQLiteFailure(code: .corrupt, message: "\(backup) is damaged; nothing was changed", operation: "restore")
    }

    /// Replaces the database by the copy, durably. What was there is kept under another name, its log with it.
    ///
    /// A crash leaves the old database, the backup, or a log beside it that the next start refuses.
    ///
    /// - Parameter time: The end of the kept file's name, such as `20261122-073000`.
    /// - Returns: The kept database; `nil` where there was none.
    /// - Throws: ``SQLiteFailure`` `system`.
    public func putInPlace(time: String) throws -> String? {
        let kept = try keep(time)
        if let old = DatabaseFiles.status(files.database) {
            // Users of the old file may use the new one, also if another user restores it.
            chown(path, old.st_uid, old.st_gid)
            chmod(path, old.st_mode & 0o7777)
        }
        try check(rename(path, files.database), files.database)
        for (file, suffix) in [(files.log, "-wal"), (files.identity, "-id")] where DatabaseFiles.status(file) != nil {
            try check(rename(file, (kept ?? files.database + DatabaseFiles.keptSuffix + time) + suffix), file)
        }
        unlink(files.index)
        files.location.syncFolder()
        return kept
    }

    /// Gives the database a second name, which it keeps.
    private func keep(_ time: String) throws -> String? {
        guard DatabaseFiles.status(files.database) != nil else { return nil }
        for number in 1...1_000 {
            let name = files.database + DatabaseFiles.keptSuffix + time + (number > 1 ? "-\(number)" : "")
            if link(files.database, name) == 0 { return name }
            if errno == EEXIST { continue }
            // A file system whose files have one name each.
            guard DatabaseFiles.status(name) == nil else { continue }
            try check(rename(files.database, name), name)
            return name
        }
        throw SQLiteFailure(code: .system(EEXIST), message: "\(files.database) can't be kept under another name", operation: "restore")
    }

    private func check(_ result: Int32, _ file: String) throws {
        guard result != 0 else { return }
        let code = errno
        throw SQLiteFailure(code: .system(code), message: "\(file): \(String(cString: strerror(code)))", operation: "restore")
    }
}
