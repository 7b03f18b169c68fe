import Following
import HTTPServing
import Synchronization

/// The permission of a token for one answer that goes on.
final class OpenGrant: Follower {
    private struct State {
        var token: AccessToken
        var hasEnded = false
        var isClosed = false
        /// Whether the notifier is going to call.
        var isWaiting = false
    }

    /// The most seconds between two looks at the clock, so that an answer that has ended is soon let go.
    private static let longestReminder = 5.0

    /// Looks at the clock for answers that follow lists, for which its thread runs; `nil` for others.
    private let notifier: ListNotifier?
    private let now: @Sendable () -> Int64
    private let whenEnded: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - notifier: Looks at the clock for an answer that follows lists; `nil` for one that looks itself.
    ///   - now: Milliseconds since 1970.
    ///   - whenEnded: Ends the answer; called at most once, from any thread.
    init(_ token: AccessToken, notifier: ListNotifier?, now: @escaping @Sendable () -> Int64, whenEnded: @escaping @Sendable () -> Void) {
        state = Mutex(State(token: token))
        self.notifier = notifier
        self.now = now
        self.whenEnded = whenEnded
    }

    /// Whether the answer may not go on.
    var isOver: Bool { state.withLock { $0.hasEnded || $0.token.hasExpired(at: now()) } }

    /// Takes the time of its token from those that are known now.
    ///
    /// - Returns: `false` where the token is not among them, or grants something else.
    func renews(from tokens: [AccessToken]) -> Bool {
        state.withLock { state in
            guard let token = tokens.first(where: { $0.digest == state.token.digest }), token.grant == state.token.grant else {
                return false
            }
            state.token = token
            return true
        }
    }

    /// Has the notifier look at the clock, where the token has an end.
    func watchClock() {
        guard let notifier else { return }
        let rest: Double? = state.withLock { state in
            guard !state.isClosed, !state.hasEnded, !state.isWaiting, let end = state.token.notAfter else { return nil }
            state.isWaiting = true
            return Double(end - min(end, now())) / 1_000
        }
        if let rest { notifier.remind(self, in: min(rest, Self.longestReminder)) }
    }

    /// Ends the answer.
    func end() {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded && !state.isClosed
        }
        if isFirst { whenEnded() }
    }

    /// The answer has come to its end by itself.
    func close() { state.withLock { $0.isClosed = true } }

    func listChanged() {}

    func timeCame() {
        state.withLock { $0.isWaiting = false }
        if isOver { end() } else { watchClock() }
    }

    func notifierStopped() {}
}

/// A stream that ends with its token.
final class GrantedStream: BodyStream {
    private let stream: any BodyStream
    private let grant: OpenGrant
    private let grants: OpenGrants
    /// Whether the stream comes to an end when the server stops; any other is cut, so that its reader does not take it for complete.
    private let endsByItself: Bool

    init(_ stream: any BodyStream, _ grant: OpenGrant, _ grants: OpenGrants, endsByItself: Bool) {
        self.stream = stream
        self.grant = grant
        self.grants = grants
        self.endsByItself = endsByItself
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        if !endsByItself, grant.isOver { return .failed }
        return stream.read(into: buffer)
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { stream.whenReady(wake) }

    func serverStops() { stream.serverStops() }

    func close() {
        grants.close(grant)
        stream.close()
    }
}
