import HTTPServing
import Synchronization

/// A deferred response for as long as its token holds; then a 401 in its place, at once.
final class GrantedResponse: DeferredResponse {
    private struct State {
        /// `nil` once it was called.
        var ready: (@Sendable () -> Void)?
        var hasExpired = false
    }

    private let base: any DeferredResponse
    private let token: AccessToken
    private let request: Request
    private let grants: OpenGrants
    private let state = Mutex(State())

    init(_ base: any DeferredResponse, _ token: AccessToken, _ request: Request, in grants: OpenGrants) {
        self.base = base
        self.token = token
        self.request = request
        self.grants = grants
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        state.withLock { $0.ready = ready }
        let grant = grants.grant(token, follows: true) { [self] in end(hasExpired: true) }
        guard grants.open(grant) else { return grants.close(grant) }
        base.start { [self] in
            grants.close(grant)
            end(hasExpired: false)
        }
        grant.watchClock()
    }

    private func end(hasExpired: Bool) {
        let ready = state.withLock { state in
            if state.ready != nil { state.hasExpired = hasExpired }
            return state.ready.take()
        }
        ready?()
    }

    func makeResponse() -> Response {
        let hasExpired = state.withLock { $0.hasExpired }
        return hasExpired ? AuthenticationMiddleware.expired(request, token) : base.makeResponse()
    }
}
