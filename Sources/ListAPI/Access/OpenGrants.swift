import Following
import HTTPServing
import HTTPTypes
import Synchronization
import Wire

/// The answers that go on for as long as their token holds: event streams, exports, and requests that wait for something.
///
/// Such an answer ends when its token is taken away, reaches other lists or less, or has expired. Any thread may use it.
final class OpenGrants: Sendable {
    private struct State {
        var tokens: [AccessToken] = []
        var open: [ObjectIdentifier: OpenGrant] = [:]
    }

    private let notifier: ListNotifier
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - notifier: Tells when a token may have expired.
    ///   - now: Milliseconds since 1970.
    init(notifier: ListNotifier, now: @escaping @Sendable () -> Int64) {
        self.notifier = notifier
        self.now = now
    }

    /// How many answers go on now.
    var count: Int { state.withLock { $0.open.count } }

    /// Ends what came with a token that is not among these, or grants something else there.
    func check(against tokens: [AccessToken]) {
        let open = state.withLock { state in
            state.tokens = tokens
            return Array(state.open.values)
        }
        for grant in open {
            if grant.renews(from: tokens), !grant.isOver { grant.watchClock() } else { grant.end() }
        }
    }

    /// An answer that ends with its token where it goes on, and that names the token for the log.
    func bound(_ answer: Answer, to token: AccessToken, _ request: Request) -> Answer {
        let isRead = request.method == .get || request.method == .head
        switch answer {
        case .response(let response): return .response(bound(response, to: token))
        case .deferred(let start) where isRead: return .deferred { self.wait(start, token, request, $0) }
        case .deferred, .receiving:
            return answer.map { response in
                var response = response
                response.sender = token.grant.name
                return response
            }
        }
    }

    private func bound(_ response: Response, to token: AccessToken) -> Response {
        var response = response
        response.sender = token.grant.name
        guard case .stream(let stream) = response.body else { return response }
        let isEvents = response[.contentType] == MediaType.eventStream
        let grant = OpenGrant(token, notifier: isEvents ? notifier : nil, now: now) {
            // What is being sent of an event comes to its end.
            if isEvents { stream.serverStops() }
        }
        response.body = .stream(GrantedStream(stream, grant, self, endsByItself: isEvents))
        if open(grant) { grant.watchClock() }
        return response
    }

    /// Waits for an answer, or until the token is gone.
    private func wait(
        _ start: @Sendable (@escaping Answer.Completion) -> Void, _ token: AccessToken, _ request: Request,
        _ complete: @escaping Answer.Completion
    ) {
        let completion = OneCompletion(complete)
        let grant = OpenGrant(token, notifier: notifier, now: now) {
            completion.run { Gate.expired(request, token) }
        }
        guard open(grant) else { return close(grant) }
        start { [weak self] make in
            self?.close(grant)
            completion.run {
                var response = make()
                response.sender = token.grant.name
                return response
            }
        }
        grant.watchClock()
    }

    /// - Returns: `false` where the token was taken away since the request came; then the answer ends.
    private func open(_ grant: OpenGrant) -> Bool {
        let holds = state.withLock { state in
            state.open[ObjectIdentifier(grant)] = grant
            return grant.renews(from: state.tokens)
        }
        if !holds { grant.end() }
        return holds
    }

    func close(_ grant: OpenGrant) {
        state.withLock { $0.open[ObjectIdentifier(grant)] = nil }
        grant.close()
    }
}

/// Completes a deferred answer once.
private final class OneCompletion: Sendable {
    private struct Held {
        let complete: Answer.Completion
    }

    private let held: Mutex<Held?>

    init(_ complete: @escaping Answer.Completion) {
        held = Mutex(Held(complete: complete))
    }

    func run(_ make: @escaping @Sendable () -> Response) {
        let first = held.withLock { $0.take() }
        first?.complete(make)
    }
}
