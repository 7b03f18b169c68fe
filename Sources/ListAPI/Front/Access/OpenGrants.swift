import Following
import HTTPServing
import HTTPTypes
import Synchronization
import Wire

/// The event streams, exports, uploads and waiting requests that go on for as long as their token holds.
///
/// It ends when its token is taken away, reaches other lists or less, or has expired. Any thread may use it.
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

    /// An answer that ends with its token where it goes on: a stream, a read that waits, and a body that is on its way.
    func bound(_ answer: PendingResponse, to token: AccessToken, _ request: Request) -> PendingResponse {
        switch answer {
        case .response(let response): .response(bound(response, to: token))
        case .deferred(let response) where request.method == .get || request.method == .head:
            .deferred(GrantedResponse(response, token, request, in: self))
        case .receiving(let receiver): bound(receiver, to: token, request)
        case .deferred: answer
        }
    }

    private func bound(_ receiver: any BodyReceiver, to token: AccessToken, _ request: Request) -> PendingResponse {
        let upload = GrantedUpload(receiver, token, request.withoutBody, in: self)
        return upload.open() ? .receiving(upload) : .response(AuthenticationMiddleware.expired(request, token))
    }

    private func bound(_ response: Response, to token: AccessToken) -> Response {
        guard case .stream(let stream) = response.body else { return response }
        var response = response
        let isEvents = response[.contentType] == MediaType.eventStream
        let grant = grant(token, follows: isEvents) {
            // The event that is being sent is sent to its end.
            if isEvents { stream.serverStops() }
        }
        response.body = .stream(GrantedStream(stream, grant, self, endsByItself: isEvents))
        if open(grant) { grant.watchClock() }
        return response
    }

    /// - Parameters:
    ///   - follows: Whether the answer follows lists, so that the notifier looks at the clock for it.
    ///   - whenEnded: Ends the answer; called at most once, from any thread.
    func grant(_ token: AccessToken, follows: Bool, whenEnded: @escaping @Sendable () -> Void) -> OpenGrant {
        OpenGrant(token, notifier: follows ? notifier : nil, now: now, whenEnded: whenEnded)
    }

    /// - Returns: `false` where the token was taken away since the request came; then the answer ends.
    func open(_ grant: OpenGrant) -> Bool {
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
