import HTTPServing
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The connections that are open now, and how many each address has of them. Any thread may use it.
final class Connections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        /// By ``PeerAddress/network``.
        var counts: [PeerAddress: Int] = [:]
    }

    private let limit: Int
    private let limitOfEach: Int
    private let lingering: LingeringSockets
    private let state = Mutex(State())
    private let refused = Atomic<Int>(0)

    private let replies: ReplyTables

    /// - Parameters:
    ///   - limit: The most connections together with the sockets that linger.
    ///   - limitOfEach: The most connections of one address.
    ///   - replies: Has the table of each of the library's threads.
    init(limit: Int, limitOfEach: Int, replies: ReplyTables, lingering: LingeringSockets) {
        self.limit = limit
        self.limitOfEach = limitOfEach
        self.lingering = lingering
        self.replies = replies
    }

    var all: [Connection] { state.withLock { Array($0.open.values) } }

    /// Connections that were closed as they came, because their address has too many, or sockets that linger have the rest.
    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// Whether an address may have another connection. Where several threads accept at once it may have one more for each of them.
    func accept(address: UnsafePointer<sockaddr>?) -> Bool {
        let network = address.flatMap { PeerAddress($0) }?.network
        let waiting = lingering.count
        let isAccepted = state.withLock { state in
            state.open.count + waiting < max(limit, 1) && (network.map { state.counts[$0, default: 0] < limitOfEach } ?? true)
        }
        if !isAccepted { refused.wrappingAdd(1, ordering: .relaxed) }
        return isAccepted
    }

    /// A connection has begun, on the thread that it belongs to.
    func begin(address: UnsafePointer<sockaddr>?, socket: Int32) -> Connection {
        let connection = Connection(peer: address.flatMap { PeerAddress($0) }, socket: socket, replies: replies.ofThisThread)
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = connection
            if let network = connection.peer?.network { state.counts[network, default: 0] += 1 }
        }
        return connection
    }

    /// Closes a connection slowly that the library is about to close: its socket lingers in the connection's stead.
    func linger(_ connection: Connection) {
        let count = state.withLock { $0.open.count }
        lingering.add(duplicateOf: connection.socket, room: limit - count + 1)
    }

    /// Ends all connections, and waits until the library has closed them.
    ///
    /// libmicrohttpd 0.9.75 takes no response once its stop has begun, and then reads a null pointer where it refuses a malformed request
    /// itself. So no connection may be left when the daemon is stopped.
    ///
    /// - Parameter time: The longest wait; a responder that blocks its thread may hold a connection for longer.
    func endAll(within time: Duration) {
        let deadline = ContinuousClock.now + time
        while case let open = all, !open.isEmpty, ContinuousClock.now < deadline {
            for connection in open { connection.cut() }
            usleep(500)
        }
    }

    /// A connection's socket is about to be closed.
    func end(_ connection: Connection) {
        connection.end()
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = nil
            guard let network = connection.peer?.network, let count = state.counts[network] else { return }
            state.counts[network] = count > 1 ? count - 1 : nil
        }
    }
}
