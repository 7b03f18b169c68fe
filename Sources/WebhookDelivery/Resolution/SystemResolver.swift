public import Dispatch
import Foundations
import Synchronization
public import Webhooks

/// Looks names up as the system does, on threads of its own.
///
/// The system's look-up blocks, and can't be given up; so there are a few threads, a bounded queue in front of them, and an answer in time
/// whether or not the system has one. A look-up that was late ends on its thread, and its result is dropped.
public final class SystemResolver: HostResolver {
    private struct State {
        var threads = 0
        var waiting: [PendingResolution] = []
    }

    /// Look-ups that wait for a thread at most; further ones find nothing.
    private static let waitingLimit = 256

    private let threadLimit: Int
    private let timeout: DispatchTimeInterval
    private let lookUp: @Sendable (String) -> [IPAddress]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - threadLimit: Look-ups that run at once.
    ///   - timeout: When an answer comes at the latest.
    public convenience init(threadLimit: Int = 8, timeout: DispatchTimeInterval = .seconds(5)) {
        self.init(threadLimit: threadLimit, timeout: timeout, lookUp: addresses(ofHost:))
    }

    /// - Parameter lookUp: Asks the system. It may block.
    init(threadLimit: Int, timeout: DispatchTimeInterval, lookUp: @escaping @Sendable (String) -> [IPAddress]) {
        self.threadLimit = threadLimit
        self.timeout = timeout
        self.lookUp = lookUp
    }

    /// Looks a name up. `completion` is called once, within the time-out, on a thread of the resolver's or of the system's.
    public func resolve(_ host: String, _ completion: @escaping @Sendable ([IPAddress]) -> Void) {
        let resolution = PendingResolution(host: host, completion)
        let (isAccepted, needsThread) = state.withLock { state in
            guard state.waiting.count < Self.waitingLimit else { return (false, false) }
            state.waiting.append(resolution)
            guard state.threads < threadLimit else { return (true, false) }
            state.threads += 1
            return (true, true)
        }
        guard isAccepted else { return resolution.answer([]) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { resolution.answer([]) }
        if needsThread { startThread() }
    }

    private func startThread() {
        SystemThread.start(named: "resolver") { [self] in
            while let resolution = next() {
                if resolution.isWaiting { resolution.answer(lookUp(resolution.host)) }
            }
        }
    }

    /// The next job of a thread; if there is none, the thread ends.
    private func next() -> PendingResolution? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}

/// A look-up that has not been answered yet. The first answer counts.
final class PendingResolution: Sendable {
    let host: String
    private let completion: Mutex<(@Sendable ([IPAddress]) -> Void)?>

    init(host: String, _ completion: @escaping @Sendable ([IPAddress]) -> Void) {
        self.host = host
        self.completion = Mutex(completion)
    }

    /// Whether nobody has answered.
    var isWaiting: Bool { completion.withLock { $0 != nil } }

    func answer(_ addresses: [IPAddress]) {
        let first = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        first?(addresses)
    }
}
