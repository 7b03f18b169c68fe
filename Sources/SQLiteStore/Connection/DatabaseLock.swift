import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The mark that one process writes to a database file: an advisory lock on a file beside it, whose name ends in `-lock`.
///
/// The lock is not on the database itself, for closing any descriptor of that file would drop the locks that SQLite holds there. It
/// goes with the process, however that ends; the empty file stays.
public final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``SQLiteFailure`` `locked` when another process, or another store of this one, has it.
    public convenience init(_ path: String) throws {
        try self.init(DatabaseFiles(path))
    }

    init(_ files: DatabaseFiles) throws {
        let descriptor = open(files.lock, O_RDWR | O_CREAT | O_CLOEXEC, PrivateFile.mode)
        guard descriptor >= 0 else { throw Self.failure(errno, files.lock) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw Self.failure(code, files.lock) }
            throw SQLiteFailure(
                code: .locked, message: "\(files.database) is in use by another process, which writes to it", operation: "lock")
        }
        // Set last: an object that is whole is deinitialized where its initializer throws, and would close the number that another thread has by then.
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func failure(_ code: Int32, _ file: String) -> SQLiteFailure {
        SQLiteFailure(code: .system(code), message: "\(file): \(String(cString: strerror(code)))", operation: "lock")
    }
}
