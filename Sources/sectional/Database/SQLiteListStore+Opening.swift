import Commands
import Lists
import Logging
import SQLiteStore
import Wire

extension SQLiteListStore {
    /// Opens a database to write to it, with the system's clock and its random numbers.
    ///
    /// - Throws: ``CommandFailure``.
    static func open(_ configuration: SQLiteStoreConfiguration, logger: Logger) throws(CommandFailure) -> SQLiteListStore {
        do {
            return try SQLiteListStore(
                configuration: configuration, logger: logger, describeList: ListRepresentation.bytes(of:), now: SystemSources.now,
                makeIdentifiers: SystemSources.identifiers)
        } catch {
            throw CommandFailure(opening: configuration.path, error)
        }
    }

    /// Opens a database to read it, also while a server writes to it.
    ///
    /// - Throws: ``CommandFailure``.
    static func openReadOnly(_ path: String) throws(CommandFailure) -> SQLiteListStore {
        do {
            try checkFiles(path)
            return try openReadOnly(configuration: SQLiteStoreConfiguration(path: path))
        } catch {
            throw CommandFailure(opening: path, error)
        }
    }
}

extension CommandFailure {
    /// A database could not be opened.
    init(opening path: String, _ error: any Error) {
        guard let failure = error as? SQLiteFailure else {
            self.init(message: "\(path): \(error)")
            return
        }
        switch failure.code {
        case .locked:
            self.init(message: "\(path) is in use by another server or import; use --server URL to work through a server that runs")
        default: self.init(message: "can't open the database \(path): \(failure.message)")
        }
    }

    /// A database that follows a log could not be used, or the log could not.
    init(following path: String, _ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let failure as SQLiteFailure: self.init(opening: path, failure)
        default: self.init(message: "the log can't be used: \(error)")
        }
    }
}
