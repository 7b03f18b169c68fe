import Foundations

extension SQLiteListStore {
    /// Copies a database as it is at one moment, also while another process writes to it, history included. The copy has an id of its own.
    ///
    /// One read transaction covers all of it: writes go on meanwhile, are not in the copy, and only keep the write-ahead log from starting
    /// over. The copy is not synced to the disk.
    ///
    /// - Parameters:
    ///   - path: The database; it need not be migrated to this program's schema.
    ///   - copy: An empty file, or none. Whatever is there after an error is no database.
    ///   - progress: Called from time to time with the share that is done, from 0 to 1.
    /// - Throws: ``SQLiteFailure``.
    public static func backUp(_ path: String, to copy: String, progress: @escaping (Double) -> Void = { _ in }) throws {
        try backUp(DatabaseConnection.openReader(SQLiteStoreConfiguration(path: path)), path, to: copy, progress: progress)
    }

    /// As ``backUp(_:to:progress:)``, over a connection to the database.
    static func backUp(_ source: DatabaseConnection, _ path: String, to copy: String, progress: @escaping (Double) -> Void) throws {
        try SQLiteFailure.wrapping("back up \(path)") {
            let target = try DatabaseConnection.openCopy(copy)
            // A transaction that reads: the steps of the copy see the same pages, whatever is written between them.
            try source.execute("BEGIN")
            do {
                try Schema.checkIsStore(source, path: path)
                try source.copy(to: target, pagesPerStep: stepPages, progress: progress)
            } catch {
                try? source.execute("ROLLBACK")
                throw error
            }
            try source.execute("COMMIT")
            try target.close()
            // A log of the database that was copied is none of the copy's.
            let own = try DatabaseConnection.openCopy(copy)
            if try own.hasTable("identity") { try own.statement("UPDATE identity SET id = ?").run(PrivateFile.randomName()) }
            try own.close()
        }
    }

    /// Pages that are copied between two reports: 16 MiB.
    private static let stepPages: Int32 = 4_096
}
