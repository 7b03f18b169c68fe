import Dispatch
import Foundations
import Ports
import Synchronization

/// A store's knowledge of the other stores of its log: which of them are alive, and which versions they pin. A thread asks for it, and tells what
/// this store pins. Any thread may use it.
final class PeerWatch: Sendable {
    /// Rounds after which versions that have left the history are known to be pinned by nobody else. A pin is told in the round that follows it,
    /// and heard of in the next.
    private static let settlingRounds = 4.0
    /// Rounds without a sign of a store after which it is gone, not merely cut off.
    private static let lostRounds = 15.0

    private struct State {
        /// When the answers began that came without a failure between them.
        var since: UInt64?
        /// When each store was last known to be alive; those that are gone are not kept.
        var seen: [Int64: UInt64] = [:]
        var isStopped = false
    }

    private let log: any CommitLog
    private let server: Int64
    private let pins: VersionPins
    private let now: @Sendable () -> Int64
    private let configuration: SQLiteStoreConfiguration
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter server: This store's number.
    init(
        _ log: any CommitLog, of server: Int64, pins: VersionPins, _ configuration: SQLiteStoreConfiguration,
        now: @escaping @Sendable () -> Int64
    ) {
        (self.log, self.server, self.pins, self.configuration, self.now) = (log, server, pins, configuration, now)
    }

    /// Seconds for which versions that have left the history stay on the disk.
    var settlingSeconds: Double { Self.settlingRounds * configuration.peerSeconds }

    /// Whether a store has given no sign for so long that its long writes have ended.
    func isGone(_ server: Int64) -> Bool {
        let limit = lostSince
        return state.withLock { state in
            guard let since = state.since, since <= limit else { return false }
            return state.seen[server].map { $0 <= limit } ?? true
        }
    }

    /// A store is gone whose last sign is older.
    private var lostSince: UInt64 { Uptime.ago(seconds: Self.lostRounds * configuration.peerSeconds) }

    func start() {
        SystemThread.start(named: "log peers") { [self] in
            while !state.withLock({ $0.isStopped }) {
                ask()
                _ = wake.wait(timeout: .now() + configuration.peerSeconds)
            }
            ended.signal()
        }
    }

    func stop(by deadline: DispatchTime) -> Bool {
        state.withLock { $0.isStopped = true }
        wake.signal()
        return ended.wait(timeout: deadline) == .success
    }

    private func ask() {
        let since = now().subtractingReportingOverflow(configuration.pinMilliseconds)
        guard let peers = try? log.exchange(pins.oldest(since: since.overflow ? .min : since.partialValue), of: server) else {
            return state.withLock { $0.since = nil }
        }
        pins.setOthers(peers.pins)
        let now = Uptime.now
        let limit = lostSince
        state.withLock { state in
            state.since = state.since ?? now
            state.seen = state.seen.filter { $0.value > limit }
            for server in peers.alive { state.seen[server] = now }
        }
    }
}
