import Foundations
public import Ports

extension RestoredCopy {
    /// Has a base of a log, which was loaded, follow the log from there on.
    ///
    /// - Parameters:
    ///   - path: The base's file, beside the database.
    ///   - files: The database that it replaces.
    ///   - history: Names the log.
    ///   - position: The entry that the base is a copy as of.
    /// - Throws: ``SQLiteFailure``; `corrupt` for a file that is no such base.
    public init(ofBaseAt path: String, inPlaceOf files: DatabaseFiles, history: String, position: LogPosition) throws {
        self.init(path: path, files: files)
        try DatabaseOpening.check(DatabaseFiles(path))
        try SQLiteFailure.wrapping("load a base") {
            let connection = try DatabaseConnection.openCopy(path)
            if let row = try ReplicaRow.read(connection), row.position != position {
                throw SQLiteFailure(
                    code: .corrupt, message: "it is a copy as of entry \(row.position), not \(position)", operation: "load a base")
            }
            try connection.execute("DELETE FROM replica")
            try connection.statement("INSERT INTO replica VALUES (?, ?, ?, ?)").run(
                history, Int64.random(in: 1 ... .max), position.number, position.id)
            try connection.statement("UPDATE identity SET id = ?").run(PrivateFile.randomName())
            try connection.close()
        }
    }
}

extension SQLiteListStore {
    /// The log that a file follows, and how far; `nil` where there is no file, or one that follows none.
    ///
    /// - Throws: ``SQLiteFailure``.
    public static func replica(_ path: String) throws -> (history: String, position: LogPosition)? {
        let files = DatabaseFiles(path)
        guard !files.isEmpty else { return nil }
        try DatabaseOpening.check(files)
        let connection = try DatabaseConnection.openReader(SQLiteStoreConfiguration(path: path))
        guard try connection.hasTable("replica"), let row = try ReplicaRow.read(connection) else { return nil }
        return (row.history, row.position)
    }
}
