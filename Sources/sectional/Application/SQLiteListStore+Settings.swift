import Lists
import Logging
import Ports
import SQLiteStore
import Wire

extension SQLiteListStore {
    /// Opens the database that the settings name, with the system's clock and its random numbers.
    ///
    /// - Parameter mayCreate: Whether a database is made where there is none.
    /// - Throws: ``CommandFailure``.
    static func open(_ settings: Settings, mayCreate: Bool = true, logger: Logger) throws(CommandFailure) -> SQLiteListStore {
        var configuration = SQLiteStoreConfiguration(path: settings.database)
        configuration.mayCreate = mayCreate
        configuration.retention = RetentionPolicy(
            versions: Int64(settings.history.versions), seconds: Int64(settings.history.seconds), bytes: Int64(settings.history.bytes))
        configuration.keptAnswers = KeptAnswerPolicy(
            seconds: Int64(settings.idempotency.seconds), bytes: Int64(settings.idempotency.bytes))
        configuration.events = EventPolicy(
            interactionSeconds: Int64(settings.interactions.seconds), deliverySeconds: Int64(settings.deliveries.seconds))
        configuration.nodeCacheBytes = settings.cache.nodes
        configuration.writeLimit = settings.writes.queue
        configuration.uploadLimit = settings.writes.uploads
        do {
            return try SQLiteListStore(
                configuration: configuration, logger: logger, describeList: ListShape.bytes(of:), now: { SystemTime.milliseconds() },
                makeIdentifiers: {
                    var random = SystemRandomNumberGenerator()
                    return UUIDv7Source(now: { SystemTime.milliseconds() }, random: { random.next() })
                })
        } catch {
            throw CommandFailure(opening: settings.database, error)
        }
    }

    /// Opens the database that the settings name to read it, also while a server writes to it.
    ///
    /// - Throws: ``CommandFailure``.
    static func openReadOnly(_ settings: Settings) throws(CommandFailure) -> SQLiteListStore {
        do {
            try checkFiles(settings.database)
            return try openReadOnly(configuration: SQLiteStoreConfiguration(path: settings.database))
        } catch {
            throw CommandFailure(opening: settings.database, error)
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
}
