import HTTPServing
import ListAPI
import Logging
import MicroHTTPServer
import SQLiteStore
import WebhookDelivery
import Wire

/// The whole server, built from its settings: store, API, webhooks, access log and HTTP.
///
/// Once made it has the database to itself, until ``stop()``. All methods may be called from any thread but the server's own.
final class Application: Sendable {
    private let settings: Settings
    private let logger: Logger
    private let store: SQLiteListStore
    private let deliveries: DeliveryWorker
    private let api: ListAPI
    private let server: MicroHTTPServer
    /// Lines of the access log that are still to be written; `nil` without one.
    private let accessLines: LineBuffer?

    /// Opens and migrates the database and puts the server together; nothing listens yet.
    init(settings: Settings, logger: Logger) throws(CommandFailure) {
        self.settings = settings
        self.logger = logger
        store = try SQLiteListStore.open(settings, logger: logger)
        let outbox: OutboxParts
        do throws(CommandFailure) {
            outbox = try OutboxParts(settings, store: store, logger: logger)
        } catch {
            store.close()
            throw error
        }
        deliveries = outbox.worker
        let metrics = MetricRegistry()
        let api = ListAPI(
            store: store, webhooks: outbox.services, settings: ListAPISettings(settings), metrics: metrics, logger: logger)
        self.api = api
        let requests = RequestMetrics()
        accessLines = settings.log.access ? LineBuffer(settings.log) : nil
        var observers: [any AnswerObserver] = [requests]
        if let accessLines { observers.append(AccessLog(settings.log, accessLines)) }
        let observation = Observation(router: api.router, observers: observers)
        server = MicroHTTPServer(
            configuration: ServerConfiguration(settings), responder: api.behind([observation]), logger: logger,
            refusal: { refusal, request in
                let path = String(Substring(request.target.rawPath))
                let response = Refusals.response(to: RequestProblem(refusal), path: path)
                return observation.observe(request, api.exposed(response, to: request))
            })
        metrics.add(requests)
        metrics.add(server: server)
        metrics.add(store: store)
        metrics.add(DeliveryMetrics(worker: deliveries, store: store))
    }

    /// Starts to listen. When it can't, the store is closed.
    ///
    /// - Returns: where the server is, such as `http://127.0.0.1:8080`.
    func start() throws(CommandFailure) -> String {
        do throws(ServerError) {
            let (host, port) = try server.start()
            warn(about: host)
            return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        } catch {
            deliveries.stop(within: 0)
            store.close()
            accessLines?.close()
            throw CommandFailure(message: "\(error)")
        }
    }

    /// Stops: what runs has the settings' time to finish, what was written is kept, and the database is let go.
    func stop() {
        let end = ContinuousClock.now + .seconds(settings.shutdown.seconds)
        api.stopFollowing()
        server.stop(within: settings.shutdown.seconds)
        deliveries.stop(within: max(0, (end - .now) / .seconds(1)))
        store.close()
        accessLines?.close()
    }

    private func warn(about host: String) {
        let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        if !isLoopback, settings.auth.tokens.isEmpty {
            logger.warning("without auth.tokens everybody who reaches this host reads and writes every list", metadata: ["host": "\(host)"])
        }
        for name in settings.withoutEffect { logger.warning("a setting has no effect yet", metadata: ["setting": "\(name)"]) }
    }
}
