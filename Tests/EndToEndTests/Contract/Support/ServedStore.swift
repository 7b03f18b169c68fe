import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import MicroHTTPServer

/// The API over a store of the test's choice, behind the real server.
final class ServedStore {
    let connection: HTTPConnection
    private let server: MicroHTTPServer

    init(_ store: any ListStore) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        server = MicroHTTPServer(
            configuration: ServerConfiguration(port: 0), responder: ListAPI(store: store, logger: logger), logger: logger,
            refusal: { _, _ in Response(status: .badRequest) })
        connection = try HTTPConnection(port: try server.start().port)
    }

    deinit {
        server.stop(within: 1)
    }
}
