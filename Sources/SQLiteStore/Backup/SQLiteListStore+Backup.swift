import GRDB

extension SQLiteListStore {
    /// Copies a database as it is at one moment, also while another process writes to it, history included.
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
        let source = try DatabaseFile.openReader(SQLiteStoreConfiguration(path: path))
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
        }
    }

    /// Pages that are copied between two reports: 16 MiB.
    private static let stepPages: Int32 = 4_096
}
