import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import MicroHTTPServer
import Ports
import StoreSuite
import Wire

/// The API over a store of the test's choice, behind the real server.
final class ServedStore {
    let connection: HTTPConnection
    private let server: MicroHTTPServer

    /// - Parameter webhooks: Where webhooks live; in memory where it is `nil`.
    init(_ store: any ListStore, webhooks: (any WebhookStore)? = nil) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let services = try ServedWebhooks.services(
            over: webhooks
                ?? MemoryListStore(
                    describeList: ListRepresentation.bytes(of:), now: { 0 }, makeIdentifiers: { SystemSources.identifiers() }))
        let api = ListAPI(store: store, webhooks: services, logger: logger)
        server = MicroHTTPServer(
            configuration: ServerConfiguration(port: 0), responder: api.responder, logger: logger,
            refusal: { _, _ in Response(status: .badRequest) })
        connection = try HTTPConnection(port: try server.start().port)
    }

    deinit {
        server.stop(within: 1)
    }
}
