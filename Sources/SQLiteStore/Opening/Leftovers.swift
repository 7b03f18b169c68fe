import Files
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files beside a database that processes have left which were killed.
enum Leftovers {
    /// What the names of scratch databases have behind the database's name.
    static let scratch = "-upload-"

    /// Removes them. The caller holds the database's lock, so nobody else uses one.
    static func sweep(_ files: DatabaseFiles) {
        let kinds = [scratch, "-id.", "-shm."].map { files.location.name + $0 }
        for name in files.location.neighbours where kinds.contains(where: { name.utf8.starts(with: $0.utf8) }) {
            unlink("\(files.location.folder)/\(name)")
        }
    }
}
