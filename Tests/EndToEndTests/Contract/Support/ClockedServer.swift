import Lists
import Logging
import Ports
import SQLiteStore
import TestSupport
import Wire

/// The API and its store behind the real server, with a clock that only the test moves.
final class ClockedServer {
    var connection: HTTPConnection { served.connection }
    private let served: ServedStore
    private let store: SQLiteListStore
    private let folder: TestFolder
    let clock = TestClock()

    init(retention: RetentionPolicy = RetentionPolicy(), events: EventPolicy = EventPolicy()) throws {
        folder = try TestFolder()
        var configuration = SQLiteStoreConfiguration(path: folder.database)
        configuration.retention = retention
        configuration.events = events
        store = try SQLiteListStore(
            configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            describeList: ListRepresentation.bytes(of:), now: { [clock] in clock.now }, makeIdentifiers: SystemSources.identifiers)
        served = try ServedStore(store, webhooks: store)
    }

    deinit {
        store.close()
    }
}
