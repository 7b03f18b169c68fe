import CMicroHTTPD
import Foundations
public import HTTPServing
public import Logging
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An HTTP/1.1 server on libmicrohttpd.
///
/// Requests are read, answered and written on the library's own threads. Every response carries a `Request-Id` of the server's
/// making: six random characters for the server, nine that count; one sent by a client is not looked at. A server starts once and
/// must be stopped before it is let go. All methods may be called from any thread but the server's own.
public final class MicroHTTPServer: Sendable {
    /// Makes the response for what the server itself refuses, which the responder then completes; the connection closes after it. The request is given as far as it
    /// could be read, without its body: its target is empty and its method `-` where they could not, and headers that are malformed may
    /// be missing.
    public typealias Refuse = @Sendable (ServerRefusal, Request) -> Response

    private enum Phase {
        case fresh
        /// The library's functions take the daemon from any thread.
        case running(SendablePointer<OpaquePointer>)
        case stopped
    }

    private let core: ServerCore
    private let phase = Mutex(Phase.fresh)

    /// - Parameters:
    ///   - responder: answers every request; called on the server's threads.
    ///   - refusal: makes the responses to what the responder is not asked for.
    public init(
        configuration: ServerConfiguration, responder: any Responder, logger: Logger, refusal: @escaping Refuse
    ) {
        core = ServerCore(configuration: configuration, responder: responder, logger: logger, refusal: refusal)
    }

    /// Starts to listen and to answer.
    ///
    /// - Returns: the host as configured and the port really taken.
    public func start() throws(ServerError) -> (host: String, port: UInt16) {
        let configuration = core.configuration
        let socket = try phase.withLock { phase throws(ServerError) in
            guard case .fresh = phase else { throw .startedBefore }
            let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
            guard let daemon = Self.startDaemon(core, on: socket) else {
                close(socket.descriptor)
                throw .daemonNotStarted
            }
            phase = .running(SendablePointer(daemon))
            core.waker.start(listening: socket.descriptor)
            core.sweep.start()
            return socket
        }
        return (configuration.host, socket.port)
    }

    /// Connections open now.
    public var connectionCount: Int {
        phase.withLock { phase in
            guard case .running(let daemon) = phase else { return 0 }
            return Int(shim_connection_count(daemon.value))
        }
    }

    /// Connections that were closed as they came, because their address has too many.
    public var refusedConnectionCount: Int { core.connections.refusedCount }

    /// Connections that were ended because their clients sent or read too slowly.
    public var slowConnectionCount: Int { core.sweep.closedCount }

    /// Requests being read, answered or sent now.
    public var activeRequestCount: Int { Int(core.activeCount) }

    /// Requests that wait for a deferred response, without a thread.
    public var deferredRequestCount: Int { core.deferredCount }

    /// Stops: nothing new is taken, streams come to their end, and what runs has `seconds` to finish.
    ///
    /// Returns when the server's threads have ended. Responses that are still deferred then are never made; that they are ready later
    /// does nothing. Only the first call has an effect.
    public func stop(within seconds: Double) {
        let daemon: SendablePointer<OpaquePointer>? = phase.withLock { phase in
            guard case .running(let daemon) = phase else { return nil }
            phase = .stopped
            return daemon
        }
        guard let daemon else { return }
        // Not MHD_quiesce_daemon: in 0.9.75 it races with the workers for the listening socket's place in their epoll sets, and the loser
        // aborts the process. From here on `connectionArrives` turns new connections away.
        core.beginStopping()
        let deadline = ContinuousClock.now + .seconds(seconds)
        while core.activeCount > 0, ContinuousClock.now < deadline { usleep(2_000) }
        core.endTime()
        core.suspended.close()
        core.connections.endAll(within: .seconds(1))
        // Closes the listening socket, too.
        MHD_stop_daemon(daemon.value)
        core.lingering.close()
        core.sweep.stop()
        core.waker.stop()
        // Balances `passRetained` in `startDaemon`: the library's threads have ended.
        Unmanaged.passUnretained(core).release()
    }

    private static func startDaemon(_ core: ServerCore, on socket: ListeningSocket) -> OpaquePointer? {
        let configuration = core.configuration
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var options = shim_daemon_options(
            listen_socket: socket.descriptor,
            threads: UInt32(clamping: configuration.threads > 0 ? configuration.threads : cores),
            connection_limit: UInt32(clamping: max(1, configuration.connectionLimit)),
            timeout_seconds: UInt32(clamping: max(0, configuration.idleTimeout)),
            connection_memory: max(ServerConfiguration.leastConnectionMemory, configuration.connectionMemory))
        // Retained for the daemon's life; `stop` releases it when the daemon has stopped.
        let context = Unmanaged.passRetained(core)
        let daemon = shim_start_daemon(
            &options, connectionArrives, exchangeProceeds, exchangeBegins, connectionChanges, exchangeEnds, libraryLogs, context.toOpaque())
        if daemon == nil { context.release() }
        return daemon
    }
}
