import HTTPServing
import Synchronization

/// A write that can be told to commit nothing any more.
protocol RevocableWrite: DeferredResponse {
    /// Has the write ask whether it may go on, last in the transaction that makes the change. Called before it starts.
    ///
    /// - Parameter holds: Called on the store's writer; where it says no, nothing is committed.
    func commit(while holds: @escaping @Sendable () -> Bool)
}

/// A body on its way, and the write that it ends in, for as long as their token holds; then a 401, and nothing is committed.
///
/// The token is looked at with each piece of the body and in the transaction that would commit. One that is taken away ends the request at
/// once.
final class GrantedUpload: BodyReceiver, DeferredResponse {
    private struct State {
        /// Its token's grant, while the body comes and until the write is done.
        var grant: OpenGrant?
        /// Ends the request; `nil` once the body has come to its end.
        var end: (@Sendable (Response) -> Void)?
        /// The write, once the body is whole.
        var write: (any RevocableWrite)?
        /// Whether the write found its token gone.
        var isRefused = false
    }

    private let base: any BodyReceiver
    private let token: AccessToken
    private let request: Request
    private let grants: OpenGrants
    private let state = Mutex(State())

    init(_ base: any BodyReceiver, _ token: AccessToken, _ request: Request, in grants: OpenGrants) {
        self.base = base
        self.token = token
        self.request = request
        self.grants = grants
    }

    /// Begins to look at the token.
    ///
    /// - Returns: `false` where it was taken away since the request came.
    func open() -> Bool {
        let grant = grants.grant(token, follows: false) { [weak self] in self?.endBody() }
        state.withLock { $0.grant = grant }
        guard grants.open(grant) else {
            cancel()
            return false
        }
        return true
    }

    func canEnd(_ end: @escaping @Sendable (Response) -> Void) {
        state.withLock { $0.end = end }
        if isOver { endBody() }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Response? {
        if isOver { return refuse() }
        let refusal = base.receive(bytes)
        if refusal != nil { close() }
        return refusal
    }

    func finish() -> PendingResponse {
        state.withLock { $0.end = nil }
        if isOver { return .response(refuse()) }
        let answer = base.finish()
        guard case .deferred(let response) = answer, let write = response as? any RevocableWrite else {
            close()
            return answer
        }
        write.commit { [self] in mayCommit() }
        state.withLock { $0.write = write }
        return .deferred(self)
    }

    func cancel() {
        close()
        base.cancel()
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        guard let write = state.withLock({ $0.write }) else { return ready() }
        write.start { [self] in
            close()
            ready()
        }
    }

    func makeResponse() -> Response {
        let (write, isRefused) = state.withLock { ($0.write, $0.isRefused) }
        guard let write, !isRefused else { return refusal }
        return write.makeResponse()
    }

    private var isOver: Bool { state.withLock { $0.grant }?.isOver ?? true }

    private var refusal: Response { AuthenticationMiddleware.expired(request, token) }

    private func mayCommit() -> Bool {
        let isOver = isOver
        if isOver { state.withLock { $0.isRefused = true } }
        return !isOver
    }

    private func refuse() -> Response {
        cancel()
        return refusal
    }

    /// The token has gone while the body was on its way. Under the lock, so that no end of the body comes between.
    private func endBody() {
        let refusal = refusal
        state.withLock { state in
            state.end.take()?(refusal)
        }
    }

    private func close() {
        let grant = state.withLock { state in
            state.end = nil
            return state.grant.take()
        }
        if let grant { grants.close(grant) }
    }
}
