import GRDB

extension SQLiteListStore {
    /// Copies a database as it is at one moment, also while another process writes to it, history included. The copy has an id of its own.
    ///
    /// One read transaction covers all of it: writes go on meanwhile, are not in the copy, and only keep the write-ahead log from starting
    /// over. The copy is not synced to the disk.
    ///
    /// - Parameters:
    ///   - path: The database; it need not be migrated to this program's schema.
    ///   - copy: An empty file, or none. Whatever is there after an error is no database.
    ///   - progress: Told from time to time how much is done, from 0 to 1.
    /// - Throws: ``SQLiteFailure``.
    public static func backUp(_ path: String, to copy: String, progress: @escaping (Double) -> Void = { _ in }) throws {
        try backUp(DatabaseFile.openReader(SQLiteStoreConfiguration(path: path)), path, to: copy, progress: progress)
    }

    /// As ``backUp(_:to:progress:)``, over a connection to the database.
    static func backUp(_ source: DatabaseQueue, _ path: String, to copy: String, progress: @escaping (Double) -> Void) throws {
        let target = try DatabaseFile.openCopy(copy)
        try SQLiteFailure.wrapping("back up \(path)") {
            try target.inDatabase { target in
                try source.inDatabase { source in
                    try source.inTransaction(.deferred) {
                        // A transaction that reads: the steps below see the same pages, whatever is written between them.
                        try Schema.checkIsStore(source, path: path)
                        try source.backup(to: target, pagesPerStep: stepPages) { step in
                            progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                        }
                        return .commit
                    }
                }
            }
            try target.close()
            // A log of the database that was copied is none of the copy's.
            let own = try DatabaseFile.openCopy(copy)
            try own.inDatabase { database in
                guard try database.tableExists("identity") else { return }
                try database.execute(sql: "UPDATE identity SET id = ?", arguments: [PrivateFile.randomName()])
            }
            try own.close()
        }
    }

    /// Pages that are copied between two reports: 16 MiB.
    private static let stepPages: Int32 = 4_096
}
