import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The way of a database from files to what the store writes to: what can't be opened is refused before anything is changed.
///
/// The caller holds the database's lock.
struct DatabaseOpening {
    /// Bytes of a write-ahead log that holds nothing: its header.
    private static let emptyLogBytes: Int64 = 32
    /// Bytes up to which a database is checked whole before it is opened.
    private static let wholeCheckBytes: Int64 = 64 << 20

    let files: DatabaseFiles
    /// Whether the database was made just now.
    private(set) var isNew = false

    /// Checks the files, and makes the database's where there is none.
    ///
    /// - Throws: ``SQLiteFailure`` that says what to do.
    init(_ files: DatabaseFiles, mayCreate: Bool) throws {
        self.files = files
        let status = DatabaseFiles.status(files.database)
        if let status { try Self.checkKind(status.st_mode) }
        let hasLog = DatabaseFiles.size(files.log) > Self.emptyLogBytes
        guard let status, status.st_size > 0 else {
            if hasLog { throw OpeningFailure.hasOnlyLog(files) }
            guard mayCreate else { throw OpeningFailure.isMissing(files.database) }
            isNew = true
            try make()
            return
        }
        try checkWritable(status.st_mode)
        try Self.checkNames(files, status)
        try Self.check(files, hasLog: hasLog)
    }

    /// Checks a database that may be in use: whether the file and its log belong together, and whether it is one of this program.
    ///
    /// - Throws: ``SQLiteFailure`` that says what to do.
    static func check(_ files: DatabaseFiles) throws {
        if let status = DatabaseFiles.status(files.database) { try checkKind(status.st_mode) }
        let hasLog = DatabaseFiles.size(files.log) > emptyLogBytes
        guard DatabaseFiles.size(files.database) > 0 else {
            throw hasLog ? OpeningFailure.hasOnlyLog(files) : OpeningFailure.isMissing(files.database)
        }
        try check(files, hasLog: hasLog)
    }

    private static func check(_ files: DatabaseFiles, hasLog: Bool) throws {
        var raw: RawDatabase
        do { raw = try RawDatabase(files.database) } catch let failure as SQLiteFailure where failure.isDamage {
            // If a crash has cut a checkpoint short, the log still has the pages that the file lacks.
            if hasLog { return }
            throw failure.isNoDatabase
                ? OpeningFailure.isNoDatabase(files.database) : OpeningFailure.isDamaged(files.database, failure.message)
        }
        var patience = 3
        while hasLog, let owner = IdentityFile(files: files).read(), raw.identity != owner {
            guard patience > 0 else { throw OpeningFailure.hasForeignLog(files) }
            patience -= 1
            // A server that starts just now, where only a reader asks, gives the database a new id.
            usleep(50_000)
            raw = try RawDatabase(files.database)
        }
        try Schema.check(
            applicationID: raw.applicationID, schemaNumber: raw.schemaNumber, hasTables: raw.hasTables && !hasLog,
            migrations: raw.migrations, path: files.database)
        if !hasLog, raw.byteCount > DatabaseFiles.size(files.database) {
            throw OpeningFailure.isDamaged(files.database, "its end is missing")
        }
    }

    private static func checkKind(_ mode: mode_t) throws {
        guard mode & S_IFMT != S_IFREG else { return }
        let message = mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is no regular file"
        throw SQLiteFailure(code: .refused, message: message, operation: "open")
    }

    /// Checks that a file has one name: a log and a lock lie beside each, and two servers would write to one file. Names beside it that a
    /// restore gave what was there do not count.
    private static func checkNames(_ files: DatabaseFiles, _ status: stat) throws {
        guard status.st_nlink > 1 else { return }
        let kept = files.location.neighbours.filter { name in
            guard name.hasPrefix(files.location.name + DatabaseFiles.keptSuffix),
                let other = DatabaseFiles.status("\(files.location.folder)/\(name)")
            else { return false }
            return other.st_ino == status.st_ino && other.st_dev == status.st_dev
        }
        if status.st_nlink > 1 + kept.count { throw OpeningFailure.hasOtherName(files.database) }
    }

    /// Makes an empty file that only its owner may read; SQLite makes those beside it in the same mode.
    private func make() throws {
        let descriptor = PrivateFile.make(files.database)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        guard errno == EEXIST else {
            let code = errno
            throw SQLiteFailure(
                code: .system(code), message: "\(files.database): \(String(cString: strerror(code)))", operation: "open")
        }
    }

    private func checkWritable(_ mode: mode_t) throws {
        // The system's own administrator may write whatever the mode says; a file without any permission to write is meant to be read.
        guard mode & 0o222 != 0 else { throw OpeningFailure.isReadOnly(files.database, "its mode lets nobody write") }
        for path in [files.database, files.location.folder] where access(path, W_OK) != 0 {
            throw OpeningFailure.isReadOnly(path, String(cString: strerror(errno)))
        }
    }

    /// Brings the schema up to date and gives the database a new id, over the writer's connection.
    ///
    /// - Parameter catchUp: Called before a migration, with the database as it is.
    /// - Returns: The id.
    func prepare(_ connection: DatabaseConnection, catchUp: () throws -> Void) throws -> String {
        try Schema.check(connection)
        if DatabaseFiles.size(files.database) <= Self.wholeCheckBytes { try checkWhole(connection) }
        let file = IdentityFile(files: files)
        let isWhole = emptyLog(connection)
        let isMigrated = try SQLiteFailure.wrapping("open \(files.database)") { try Schema.isMigrated(connection) }
        // Beside a process that reads, the log stays: then the id stays, too.
        guard isWhole || !isMigrated else { return try identity(connection) }
        // From here on until it is written again no id is known, and none is missed.
        file.remove()
        if !isMigrated { try catchUp() }
        try SQLiteFailure.wrapping("migrate") { try Schema.migrate(connection) }
        let id = PrivateFile.randomName()
        try SQLiteFailure.wrapping("open \(files.database)") {
            try connection.statement("UPDATE identity SET id = ?").run(id)
        }
        if emptyLog(connection) { try file.write(id) }
        return id
    }

    private func checkWhole(_ connection: DatabaseConnection) throws {
        do {
            let found: String? = try SQLiteFailure.wrapping("open \(files.database)") { try connection.value("PRAGMA quick_check(1)") }
            guard found == "ok" else { throw OpeningFailure.isDamaged(files.database, Self.line(found ?? "unreadable")) }
        } catch let failure as SQLiteFailure {
            guard case .sqlite = failure.code, failure.isDamage else { throw failure }
            throw OpeningFailure.isDamaged(files.database, failure.message)
        }
    }

    /// The last line of what SQLite says, which names the fault.
    private static func line(_ text: String) -> String { text.split(separator: "\n").last.map(String.init) ?? text }

    private func identity(_ connection: DatabaseConnection) throws -> String {
        try SQLiteFailure.wrapping("open \(files.database)") {
            try connection.value("SELECT id FROM identity") ?? ""
        }
    }

    /// Moves the whole log into the database.
    ///
    /// - Returns: Whether nothing was in the way.
    private func emptyLog(_ connection: DatabaseConnection) -> Bool {
        do {
            try connection.checkpoint(.truncate, patience: 250)
            return true
        } catch {
            return false
        }
    }
}
