import GRDB
import GRDBSQLite
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An error of SQLite, wrapped once.
public struct SQLiteFailure: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// SQLite's extended result code.
        case sqlite(Int32)
        /// The database's schema is not the one that this program knows.
        case schema
        /// Another process has locked the database.
        case locked
        /// The files are none that can be opened as they are; the message says what to do.
        case refused
        /// The operating system refused, with this `errno`.
        case system(Int32)
        /// The database holds something that this program has not written.
        case corrupt
    }

    public let code: Code
    public let message: String
    /// The operation that failed, for the log.
    public let operation: String

    /// Wraps a failure.
    public init(code: Code, message: String, operation: String) {
        self.code = code
        self.message = message
        self.operation = operation
    }

    /// Wraps GRDB's error.
    init(_ error: DatabaseError, operation: String) {
        self.init(
            code: .sqlite(error.extendedResultCode.rawValue), message: error.message ?? "error \(error.extendedResultCode.rawValue)",
            operation: operation)
    }

    /// Wraps the last error of a connection.
    init(connection: OpaquePointer?, operation: String) {
        self.init(
            code: .sqlite(sqlite3_extended_errcode(connection)), message: String(cString: sqlite3_errmsg(connection)), operation: operation)
    }

    /// SQLite's result code without its extension; `nil` where the failure is not SQLite's.
    private var primary: ResultCode? {
        if case .sqlite(let code) = code { ResultCode(rawValue: code).primaryResultCode } else { nil }
    }

    /// Whether another connection was in the way.
    var isBusy: Bool { primary == .SQLITE_BUSY }

    /// Whether a row is in the way that should not be there, or is missing.
    var isConstraint: Bool { primary == .SQLITE_CONSTRAINT }

    /// Whether the file is none of SQLite's.
    var isNoDatabase: Bool { primary == .SQLITE_NOTADB }

    /// Whether the file's content is the reason, and not its surroundings: a table that is missing counts.
    var isOfTheContent: Bool { isDamage || primary == .SQLITE_ERROR }

    /// Whether the file holds what no version of this program has written.
    var isDamage: Bool { code == .corrupt || primary == .SQLITE_CORRUPT || primary == .SQLITE_NOTADB }

    /// SQLite reports what the disk could not read as damage. The system's error tells both apart.
    ///
    /// - Parameter system: `errno` right behind the statement's step. It is cleared where it was the reason, so that damage which is met
    ///   later is not taken for it.
    func asReadError(_ system: Int32) -> SQLiteFailure {
        guard primary == .SQLITE_CORRUPT, system == EIO || system == ENXIO else { return self }
        errno = 0
        let reason = String(cString: strerror(system))
        return SQLiteFailure(code: .sqlite(SQLITE_IOERR | 1 << 8), message: "the disk could not be read (\(reason))", operation: operation)
    }

    public var description: String { "\(operation): \(message)" }

    /// Runs `body`, and names what was tried in a failure of SQLite's.
    static func wrapping<Value>(_ operation: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLiteFailure(error, operation: operation)
        } catch let failure as SQLiteFailure {
            guard case .sqlite = failure.code else { throw failure }
            throw SQLiteFailure(code: failure.code, message: failure.message, operation: operation)
        }
    }

    /// The failure of a transaction that SQLite has given up by itself.
    static let givenUp = SQLiteFailure(code: .sqlite(SQLITE_ABORT), message: "SQLite gave the transaction up", operation: "commit")
}
