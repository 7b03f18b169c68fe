import Lists
import Logging
import Ports
import SQLiteStore
import Synchronization
import Wire

/// The API and its store behind the real server, with a clock that only the test moves.
final class ClockedServer {
    var connection: HTTPConnection { served.connection }
    private let served: ServedStore
    private let store: SQLiteListStore
    private let folder: TestFolder
    private let time: Clock

    private final class Clock: Sendable {
        let milliseconds = Mutex<Int64>(1_000_000_000_000)
    }

    init(retention: RetentionPolicy = RetentionPolicy(), events: EventPolicy = EventPolicy()) throws {
        let time = Clock()
        self.time = time
        folder = try TestFolder()
        var configuration = SQLiteStoreConfiguration(path: folder.database)
        configuration.retention = retention
        configuration.events = events
        store = try SQLiteListStore(
            configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            describeList: ListShape.bytes(of:), now: { time.milliseconds.withLock { $0 } }, makeIdentifiers: SystemSources.identifiers)
        served = try ServedStore(store, webhooks: store)
    }

    deinit {
        store.close()
    }

    /// Moves the clock on.
    func pass(seconds: Int64) {
        time.milliseconds.withLock { $0 += seconds * 1_000 }
    }
}
