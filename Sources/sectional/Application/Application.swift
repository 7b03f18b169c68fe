import HTTPServing
import ListAPI
import Logging
import MicroHTTPServer
import SQLiteStore
import WebhookDelivery
import Webhooks
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
    private let hosts: HostGuard
    /// Which addresses webhooks may call.
    private let addresses: AddressGuard
    /// Lines of the access log that are still to be written; `nil` without one.
    private let accessLines: LineBuffer?

    /// Opens and migrates the database and puts the server together; nothing listens yet.
    ///
    /// - Parameter mayCreate: Whether a database is made where there is none.
    init(settings: Settings, mayCreate: Bool = true, logger: Logger) throws(CommandFailure) {
        let settings = Descriptors.fitting(settings, logger: logger)
        self.settings = settings
        self.logger = logger
        store = try SQLiteListStore.open(settings, mayCreate: mayCreate, logger: logger)
        StagedFile.sweep(DatabaseFiles(settings.database))
        let outbox: OutboxParts
        do throws(CommandFailure) {
            outbox = try OutboxParts(settings, store: store, logger: logger)
        } catch {
            store.close()
            throw error
        }
        deliveries = outbox.worker
        addresses = outbox.addresses
        let hosts = HostGuard(settings)
        self.hosts = hosts
        let metrics = MetricRegistry()
        let memory = MemoryBudget(limit: settings.server.memory)
        let api = ListAPI(
            store: store, webhooks: outbox.services, settings: ListAPISettings(settings, memory: memory), metrics: metrics, logger: logger)
        self.api = api
        let requests = RequestMetrics()
        accessLines = settings.log.access ? LineBuffer(settings.log) : nil
        var observers: [any ResponseObserver] = [requests]
        if let accessLines { observers.append(AccessLog(settings, accessLines)) }
        let observation = Observation(
            of: api, router: api.router, observers: observers, keeping: accessLines == nil ? [] : AccessLog.headers)
        var configuration = ServerConfiguration(settings, memory: memory)
        configuration.acceptsHost = hosts.rule
        server = MicroHTTPServer(
            configuration: configuration, responder: observation, logger: logger,
            refusal: { refusal, request in
                Refusals.response(to: RequestProblem(refusal), path: String(Substring(request.target.rawPath)))
            })
        metrics.add(requests)
        metrics.add(server: server, memory: memory)
        metrics.add(store: store)
        metrics.add(DeliveryMetrics(worker: deliveries, store: store))
    }

    /// Starts to listen. When it can't, the store is closed.
    ///
    /// - Returns: where the server is, such as `http://127.0.0.1:8080`.
    func start() throws(CommandFailure) -> String {
        do throws(ServerError) {
            let (host, port) = try server.start()
            if let path = store.madeDatabase { logger.info("made a new database at \(path)") }
            warn(about: host, AccessRules(settings))
            for name in settings.withoutEffect { logger.warning("a setting has no effect yet", metadata: ["setting": "\(name)"]) }
            return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        } catch {
            deliveries.stop(within: 0)
            store.close()
            accessLines?.close()
            throw CommandFailure(message: "\(error)")
        }
    }

    /// The part of the time for a stop in which writes that run go on. The rest is for their answers, and for closing the store.
    private static let writingShare = 0.75
    /// Seconds that the store has to close where nothing is left of the time.
    private static let leastClosing = 0.25

    /// Takes other settings in the place of those that it runs under, as far as ``SettingsReload/taken`` names them.
    func take(_ settings: Settings) {
        let rules = AccessRules(settings)
        hosts.take(rules)
        api.take(rules)
        addresses.allow(settings.webhooks.allow.compactMap { AddressBlock($0) })
        warn(about: self.settings.host, rules)
    }

    /// Stops: what runs has the settings' time to finish, what was written is kept, and the database is let go.
    ///
    /// - Returns: Whether all has ended. Else some thread is stuck with the database, and the process had better end.
    @discardableResult
    func stop() -> Bool {
        let seconds = settings.shutdown.seconds
        let end = ContinuousClock.now + .seconds(seconds)
        store.breakOff(after: seconds * Self.writingShare)
        api.stopFollowing()
        server.stop(within: seconds)
        deliveries.stop(within: max(0, (end - .now) / .seconds(1)))
        let isClosed = store.close(within: max(Self.leastClosing, (end - .now) / .seconds(1)))
        accessLines?.close()
        return isClosed
    }

    private func warn(about host: String, _ rules: AccessRules) {
        if !HostGuard.isLoopback(host), rules.tokens.isEmpty {
            logger.warning("without auth.tokens everybody who reaches this host reads and writes every list", metadata: ["host": "\(host)"])
        }
        for token in rules.tokens {
            guard let end = token.notAfter, end <= SystemTime.milliseconds() else { continue }
            logger.warning("a token has expired", metadata: ["token": "\(token.grant.name)"])
        }
    }
}
