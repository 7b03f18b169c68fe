import HTTPServing
import Synchronization

/// Whose requests are counted together.
enum RateKey: Hashable, Sendable {
    /// Requests with a token of this name.
    case token(String)
    /// Requests from an address as ``PeerAddress/network`` has it; `nil` for all that came over no network.
    case network(PeerAddress?)
}

/// Counts requests against a ``RateLimit`` by the generic cell rate algorithm (ITU-T I.371): a token bucket in one number a sender.
///
/// It holds two generations of at most ``generationSize`` senders each. A sender who has not asked for as long as its bucket takes to fill is
/// forgotten with its generation, which changes nothing; more senders at once than that let some be forgotten early, in their favour. Any
/// thread may use it.
final class RateLimiter: Sendable {
    /// The most senders of a generation.
    static let generationSize = 32_768

    private struct State {
        /// When each sender's bucket will be full again, in nanoseconds.
        var recent: [RateKey: Int64] = [:]
        var older: [RateKey: Int64] = [:]
        /// When the recent generation began.
        var began = Int64.min

        /// Begins a new generation where the recent one is full, or as old as a bucket takes to fill.
        mutating func turn(_ now: Int64, after age: Int64) {
            guard recent.count >= RateLimiter.generationSize || now >= began.addingReportingOverflow(age).partialValue else { return }
            older = recent
            recent = [:]
            began = now
        }
    }

    let limit: RateLimit
    /// Nanoseconds that a request takes from the bucket, and those that a full one has.
    private let (step, depth): (Int64, Int64)
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameter now: Nanoseconds of a clock that never goes back.
    init(_ limit: RateLimit, now: @escaping @Sendable () -> Int64 = RateLimiter.uptime) {
        self.limit = limit
        self.now = now
        // A century at most, so that sums stay far from the largest number.
        let longest = 3e18
        step = Int64(max(1, min(longest / 4, 1e9 / max(limit.requests, 1e-9))))
        depth = Int64(min(longest, max(1, limit.size) * 1e9 / max(limit.requests, 1e-9)))
    }

    private static let start = ContinuousClock.now

    /// Nanoseconds since the first look at this clock.
    @Sendable static func uptime() -> Int64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    /// Counts a request.
    ///
    /// - Returns: `nil` where it may go on; else how many whole seconds its sender has to wait, at least one. Then it does not count.
    func wait(for key: RateKey) -> Int? {
        let now = now()
        return state.withLock { state in
            state.turn(now, after: depth)
            let full = max(now, state.recent[key] ?? state.older[key] ?? now) + step
            let excess = full - now - depth
            guard excess <= 0 else { return Int((excess + 999_999_999) / 1_000_000_000) }
            state.recent[key] = full
            return nil
        }
    }

    /// How many senders are held, for tests.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }
}
