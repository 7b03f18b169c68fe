import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import MicroHTTPServer
import SQLiteStore
import Synchronization

/// The API and its store behind the real server, with a clock that only the test moves.
final class ClockedServer {
    let connection: HTTPConnection
    private let store: SQLiteListStore
    private let server: MicroHTTPServer
    private let folder: TestFolder
    private let time: Clock

    private final class Clock: Sendable {
        let milliseconds = Mutex<Int64>(1_000_000_000_000)
    }

    init(retention: RetentionPolicy, keptAnswers: KeptAnswerPolicy = KeptAnswerPolicy()) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let time = Clock()
        self.time = time
        folder = try TestFolder()
        var configuration = SQLiteStoreConfiguration(path: folder.database)
        configuration.retention = retention
        configuration.keptAnswers = keptAnswers
        store = try SQLiteListStore(
            configuration: configuration, logger: logger, now: { time.milliseconds.withLock { $0 } },
            makeIdentifiers: SystemSources.identifiers)
        let api = ListAPI(store: store, logger: logger)
        server = MicroHTTPServer(
            configuration: ServerConfiguration(port: 0), responder: api, logger: logger,
            refusal: { _, _ in Response(status: .badRequest) })
        connection = try HTTPConnection(port: try server.start().port)
    }

    deinit {
        server.stop(within: 1)
        store.close()
    }

    /// Moves the clock on.
    func pass(seconds: Int64) {
        time.milliseconds.withLock { $0 += seconds * 1_000 }
    }
}
