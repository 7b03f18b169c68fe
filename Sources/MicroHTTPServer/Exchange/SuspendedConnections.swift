import CMicroHTTPD
import Synchronization

/// The connections that wait without a thread for a deferred response.
///
/// An exchange stands here exactly while its connection is suspended: both change under one lock, so a connection is resumed once,
/// and only while it is suspended. Resuming one that is not here does nothing, so a wake-up may come early, late or twice.
final class SuspendedConnections: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        /// Nothing is suspended any more.
        var isClosed = false
    }

    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    /// One writer resumes many connections while their threads suspend others: each lock has few of them.
    private let shards = (0..<16).map { _ in Shard() }

    /// Suspends an exchange's connection; on the connection's own thread, from the access handler only.
    ///
    /// - Returns: `false`, with nothing suspended, when the server is stopping.
    func suspend(_ exchange: Exchange) -> Bool {
        shard(exchange).state.withLock { state in
            guard !state.isClosed else { return false }
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            MHD_suspend_connection(exchange.connection)
            return true
        }
    }

    /// Resumes an exchange's connection if it is suspended; from any thread.
    func resume(_ exchange: Exchange) {
        shard(exchange).state.withLock { state in
            guard state.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return }
            MHD_resume_connection(exchange.connection)
        }
    }

    /// Whether a suspended connection's client is gone. Nobody else sends meanwhile.
    func hasLeft(_ exchange: Exchange) -> Bool {
        shard(exchange).state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] != nil && exchange.client.hasLeft(asking: exchange.isHTTP11)
        }
    }

    /// Resumes everything, for good.
    func close() {
        for shard in shards {
            shard.state.withLock { state in
                state.isClosed = true
                for exchange in state.exchanges.values { MHD_resume_connection(exchange.connection) }
                state.exchanges = [:]
            }
        }
    }

    private func shard(_ exchange: Exchange) -> Shard { shards[exchange.spread & (shards.count - 1)] }
}
