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
    private let state = Mutex(State())
    private let refused = Atomic<Int>(0)

    private let replies: ReplyTables

    /// - Parameters:
    ///   - limit: The most connections of one address.
    ///   - replies: Has the table of each of the library's threads.
    init(limitOfEach limit: Int, replies: ReplyTables) {
        self.limit = limit
        self.replies = replies
    }

    var all: [Connection] { state.withLock { Array($0.open.values) } }

    /// Connections that were closed as they came, because their address has too many.
    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// Whether an address may have another connection. Where several threads accept at once it may have one more for each of them.
    func accept(address: UnsafePointer<sockaddr>?) -> Bool {
        guard let network = address.flatMap({ PeerAddress($0) })?.network else { return true }
        let isAccepted = state.withLock { $0.counts[network, default: 0] < limit }
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
