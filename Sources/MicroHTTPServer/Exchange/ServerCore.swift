import HTTPServing
import Logging
import Synchronization

/// The shared state of a server's exchanges. It outlives the daemon; everything in it may be used from any thread.
final class ServerCore: Sendable {
    let configuration: ServerConfiguration
    let responder: any Responder
    private let refuse: @Sendable (ServerRefusal, Request) -> Response
    private let logger: Logger
    let ids = RequestIDs()
    let suspended = SuspendedConnections()
    let memory: MemoryBudget
    let streams = OpenStreams()
    let lingering = LingeringSockets()
    let connections: Connections
    let waker = ThreadWaker()
    let sweep: ConnectionSweep
    private let finished = Atomic<UInt64>(0)
    private let deferred = Atomic<Int>(0)
    private let stopping = Atomic<Bool>(false)
    private let over = Atomic<Bool>(false)

    init(
        configuration: ServerConfiguration, responder: any Responder, logger: Logger,
        refusal: @escaping @Sendable (ServerRefusal, Request) -> Response
    ) {
        self.configuration = configuration
        self.responder = responder
        self.logger = logger
        refuse = refusal
        memory = configuration.memory
        let limit = max(1, configuration.connectionLimitEach > 0 ? configuration.connectionLimitEach : configuration.connectionLimit / 2)
        connections = Connections(
            limit: configuration.connectionLimit, limitOfEach: limit, replies: ReplyTables(ids: ids), lingering: lingering)
        let rules = ConnectionPace.Rules(
            headerSeconds: configuration.headerSeconds, bodyRate: configuration.bodyRate, windowSeconds: configuration.bodyWindow)
        sweep = ConnectionSweep(connections: connections, rules: rules, waker: waker)
    }

    /// Whether new requests are refused.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }
    /// Whether the time of a stop has passed: requests that have come and wait for their thread are refused, too.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// The time of a stop has passed.
    func endTime() { over.store(true, ordering: .releasing) }

    /// Exchanges from a request line read to a response sent.
    var activeCount: UInt64 {
        // The older number first: an exchange that begins and ends in between must not make the difference negative.
        let ended = finished.load(ordering: .acquiring)
        return ids.madeCount - ended
    }

    /// The application's words for what the server itself refuses, complete.
    func response(to refusal: ServerRefusal, _ request: Request) -> Response {
        logger.debug("refused", metadata: ["reason": "\(refusal)", "request_id": "\(request.id)"])
        return responder.finalize(refuse(refusal, request), to: request)
    }

    /// The library's own words, mostly about requests that break off or that it cannot read.
    func libraryLogged(_ text: [UInt8]) {
        guard logger.logLevel <= .debug else { return }
        let line = String(decoding: text, as: UTF8.self)
        logger.debug("libmicrohttpd", metadata: ["message": "\(line.split(separator: "\n").joined(separator: " "))"])
    }

    /// Requests whose deferred responses are not ready yet.
    var deferredCount: Int { deferred.load(ordering: .relaxed) }

    func responseIsDeferred() { deferred.wrappingAdd(1, ordering: .relaxed) }

    func deferredIsReady() { deferred.wrappingSubtract(1, ordering: .relaxed) }

    func exchangeEnded() {
        finished.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    /// Refuses what is new and brings streams to their end; what waits for an answer goes on.
    func beginStopping() {
        stopping.store(true, ordering: .sequentiallyConsistent)
        for reader in streams.all { reader.serverStops() }
    }
}
