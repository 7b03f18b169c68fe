import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files beside a database that processes have left which were killed.
enum AbandonedFiles {
    /// The suffix of a scratch database's name, behind the database's own.
    static let scratch = "-upload-"

    /// Removes them. The caller holds the database's lock, so nobody else uses one. Another database whose name begins alike is left alone,
    /// and so are its files.
    static func sweep(_ files: DatabaseFiles) {
        let kinds = [(scratch, ""), ("-id.", ".part"), ("-shm.", ".part")].map { (files.location.name + $0, $1) }
        for name in files.location.neighbours where kinds.contains(where: { isRandom(name, between: $0.0, $0.1) }) {
            unlink("\(files.location.folder)/\(name)")
        }
    }

    /// Whether a name is a random one of ``PrivateFile/randomName()`` behind a beginning and before an end.
    private static func isRandom(_ name: String, between start: String, _ end: String) -> Bool {
        guard name.utf8.starts(with: start.utf8), name.hasSuffix(end) else { return false }
        let random = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        return random.count == randomLength && random.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    private static let randomLength = PrivateFile.randomName().utf8.count
}
