import Following
import Commands
import Foundations
import HTTPServing
import ListAPI
import Lists
import Logging
import MicroHTTPServer
import PostgresLog
import SQLiteStore
import Settings
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
    /// The log that the store commits through; `nil` for a store of its own.
    private let log: PostgresLog?
    private let deliveries: DeliveryWorker
    /// Makes bases of the log while this server leads; `nil` without a log.
    private let bases: BaseKeeper?
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
        var configuration = settings.store
        configuration.mayCreate = mayCreate
        log = try PostgresLog.open(settings, logger: logger)
        if let log { try ReplicaLoading(log: log, path: configuration.path, logger: logger).run(mayCreate: mayCreate) }
        configuration.log = log
        store = try SQLiteListStore.open(configuration, logger: logger)
        log?.compare(settings, logger: logger)
        StagedFile.sweep(ResolvedPath(configuration.path))
        let changes = ListChanges(store: store, naming: settings.api.naming)
        let outbox: OutboxParts
        do throws(CommandFailure) {
            outbox = try OutboxParts(settings, store: store, changes: changes, logger: logger)
        } catch {
            store.close()
            throw error
        }
        deliveries = outbox.worker
        addresses = outbox.addresses
        let hosts = HostGuard(settings)
        self.hosts = hosts
        let metrics = MetricRegistry()
        let memory = MemoryBudget(limit: settings.server.memory.limit)
        let api = ListAPI(
            store: store, webhooks: outbox.services, changes: changes, settings: Self.api(settings, memory), metrics: metrics,
            logger: logger)
        self.api = api
        let requests = RequestMetrics()
        accessLines = settings.log.access ? LineBuffer(settings.log.format) : nil
        var observers: [any ResponseObserver] = [requests]
        if let accessLines {
            observers.append(AccessLog(format: settings.log.format, addresses: settings.api.clientAddresses, buffer: accessLines))
        }
        let observation = Observation(
            of: api.responder, router: api.router, observers: observers, keeping: accessLines == nil ? [] : AccessLog.headers)
        server = MicroHTTPServer(
            configuration: Self.server(settings, memory, hosts.rule), responder: observation, logger: logger,
            refusal: { refusal, request in
                Refusals.response(to: RequestProblem(refusal), path: String(Substring(request.target.rawPath)))
            })
        metrics.add(requests)
        metrics.add(server: server, memory: memory)
        metrics.add(store: store)
        bases = log.map { BaseKeeper($0, path: configuration.path, bytes: settings.baseBytes, logger: logger) }
        if let log, let bases {
            metrics.add(LogMetrics(log: log, store: store, bases: bases))
            log.lead(while: { [store] in store.isReady }) { [deliveries] in deliveries.lead($0) }
        }
        metrics.add(DeliveryMetrics(worker: deliveries, store: store))
    }

    /// Starts to listen. When it can't, the store is closed.
    ///
    /// - Returns: where the server is, such as `http://127.0.0.1:8080`.
    func start() throws(CommandFailure) -> String {
        do throws(ServerError) {
            let (host, port) = try server.start()
            if let path = store.madeDatabase { logger.info("made a new database at \(path)") }
            warn(about: host, settings.api.access)
            return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        } catch {
            deliveries.stop(within: 0)
            store.close()
            accessLines?.close()
            throw CommandFailure(message: "\(error)")
        }
    }

    /// The configuration of the API, with the bounds that it shares with the server and the store.
    private static func api(_ settings: Settings, _ memory: MemoryBudget) -> ListAPISettings {
        var api = settings.api
        api.memory = memory
        api.programVersion = Sectional.version
        api.limits.body = settings.server.bodyLimit
        api.freshness = settings.cluster.url.map { _ in settings.freshness }
        // One sender must not take all that there is.
        api.uploadsOfEach = max(1, settings.store.uploadLimit / 2)
        return api
    }

    /// The configuration of the HTTP server.
    private static func server(_ settings: Settings, _ memory: MemoryBudget, _ hosts: HostRule) -> ServerConfiguration {
        var server = settings.server
        // A read waits for the log on its thread.
        if settings.cluster.url != nil, server.threads == 0 { server.threads = clusterThreads }
        server.memory = memory
        server.acceptsHost = hosts
        // Beside target and headers a connection's memory holds some more.
        server.connectionMemory = max(server.connectionMemory, server.targetLimit + server.headerLimit + 8 * 1_024)
        return server
    }

    /// The threads that answer requests where each read asks the log.
    private static let clusterThreads = 16
    /// The part of the time for a stop in which writes that run go on. The rest is for their answers, and for closing the store.
    private static let writingShare = 0.75
    /// Seconds that the store has to close where nothing is left of the time.
    private static let leastClosing = 0.25

    /// Takes the settings that a running server takes: access rules, and the addresses that webhooks may call.
    func take(_ settings: Settings) {
        hosts.take(settings.api.access)
        api.take(settings.api.access)
        addresses.allow(settings.allowedAddresses)
        warn(about: self.settings.server.host, settings.api.access)
    }

    /// Stops: running requests have the settings' time to finish, writes are kept, and the database is closed.
    ///
    /// - Returns: Whether all has ended; if not, a thread is stuck with the database, and the process should end.
    @discardableResult
    func stop() -> Bool {
        let seconds = settings.shutdownSeconds
        let end = ContinuousClock.now + .seconds(seconds)
        store.breakOff(after: seconds * Self.writingShare)
        api.stopFollowing()
        server.stop(within: seconds)
        bases?.stop()
        deliveries.stop(within: max(0, (end - .now) / .seconds(1)))
        let isClosed = store.close(within: max(Self.leastClosing, (end - .now) / .seconds(1)))
        log?.close()
        accessLines?.close()
        return isClosed
    }

    private func warn(about host: String, _ rules: AccessRules) {
        if !HostGuard.isLoopback(host), rules.tokens.isEmpty {
            logger.warning("without auth.tokens everybody who reaches this host reads and writes every list", metadata: ["host": "\(host)"])
        }
        for token in rules.tokens {
            guard let end = token.notAfter, end <= SystemSources.now() else { continue }
            logger.warning("a token has expired", metadata: ["token": "\(token.grant.name)"])
        }
    }
}
