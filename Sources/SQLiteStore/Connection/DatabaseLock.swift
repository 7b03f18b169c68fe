import Foundation

/// The mark that one process writes to a database file: an advisory lock on a file beside it, whose name ends in `-lock`.
///
/// The lock is not on the database itself, for closing any descriptor of that file would drop the locks that SQLite holds there. It
/// goes with the process, however that ends; the empty file stays.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``SQLiteFailure`` `locked` when another process, or another store of this one, has it.
    init(_ path: String) throws {
        // A link and what it points to are one database.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(errno, file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw Self.failure(code, file) }
            throw SQLiteFailure(
                code: .locked, message: "\(path) is in use by another process, which writes to it", operation: "lock")
        }
    }

    deinit {
        close(descriptor)
    }

    private static func failure(_ code: Int32, _ file: String) -> SQLiteFailure {
        SQLiteFailure(code: .system(code), message: "\(file): \(String(cString: strerror(code)))", operation: "lock")
    }
}
