public import Foundations

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that appears under its name when it is whole, and not before: until then it has another name, in the same folder.
///
/// The process that makes it holds a lock on it. A file without a lock was left by a killed process, and is removed when the next one is
/// made for the same path.
public final class StagedFile {
    let path: String
    /// The path of the file until it is whole; empty at first.
    public let stagingPath: String
    public let descriptor: Int32
    private let mindsSignals: Bool
    private var isPublished = false

    /// Makes the empty file, which its owner alone may read.
    ///
    /// - Parameter minding: Whether a signal that ends the process removes the file; a process that waits for its signals itself says no.
    public init(path: String, minding signals: Bool = true) throws(CommandFailure) {
        // A link to a file stays one: what it points to is replaced.
        let location = ResolvedPath(path)
        self.path = location.path
        StagedFile.sweep(location)
        (stagingPath, descriptor) = StagedFile.make(beside: location.path)
        mindsSignals = signals
        guard descriptor >= 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
        if signals { removeOnSignals() }
    }

    deinit {
        if mindsSignals, descriptor >= 0 { keepOnSignals() }
        if descriptor >= 0 { close(descriptor) }
        if !isPublished { StagedFile.remove(stagingPath) }
    }

    /// Makes and locks a file under a name that nobody else takes.
    ///
    /// - Returns: A descriptor below 0, with `errno`, where none can be made.
    private static func make(beside path: String) -> (path: String, descriptor: Int32) {
        while true {
            let partial = "\(path).\(PrivateFile.randomName()).part"
            let descriptor = PrivateFile.make(partial)
            guard descriptor >= 0 else { return (partial, descriptor) }
            flock(descriptor, LOCK_EX)
            // Another process that removes what was left behind may have had the file just before the lock.
            var file = stat()
            if fstat(descriptor, &file) == 0, file.st_nlink > 0 { return (partial, descriptor) }
            close(descriptor)
        }
    }

    /// Removes the unfinished files in a file's folder, those whose processes have gone.
    public static func sweep(_ location: ResolvedPath) {
        for name in location.neighbours where isStaging(name) {
            let path = "\(location.folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(descriptor)
        }
    }

    /// Whether a file's name ends as ``make(beside:)`` makes it. The files of a database that is being opened end alike, and are its store's to
    /// remove.
    private static func isStaging(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == "part", let random = parts.dropLast().last, let stem = parts.dropLast(2).last else {
            return false
        }
        guard !stem.hasSuffix("-id"), !stem.hasSuffix("-shm") else { return false }
        return random.utf8.count == PrivateFile.randomName().utf8.count && random.allSatisfy(\.isHexDigit)
    }

    /// Removes an unfinished file, and what SQLite may have made beside it.
    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// Gives the file its name, once it is on the disk; a file that has it is replaced.
    func replace() throws(CommandFailure) {
        try sync()
        var old = stat()
        // The permissions of the old file are those of the new one.
        if stat(path, &old) == 0 { fchmod(descriptor, old.st_mode & 0o7777) }
        try check(rename(stagingPath, path))
        ResolvedPath(path).syncFolder()
    }

    /// Gives the file its name, once it is on the disk, where no file has it.
    public func publish() throws(CommandFailure) {
        try sync()
        // A second name, for unlike a new one it is refused where the name is taken.
        if link(stagingPath, path) == 0 {
            isPublished = true
            unlink(stagingPath)
        } else if errno == EPERM || errno == EOPNOTSUPP {
            // A file system whose files have one name each: whoever takes the name just now loses it.
            try check(rename(stagingPath, path))
        } else {
            try check(-1)
        }
        ResolvedPath(path).syncFolder()
    }

    /// Syncs the written bytes to the disk.
    public func sync() throws(CommandFailure) {
        guard fsync(descriptor) == 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
    }

    /// Notes that somebody else has renamed the file.
    public func wasRenamed() { isPublished = true }

    private func check(_ result: Int32) throws(CommandFailure) {
        guard result == 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
        isPublished = true
    }
}
