import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// A response that is worked out on one of the store's threads, since that takes long. It may wait for a write afterwards.
final class ThreadedResponse: DeferredResponse {
    private let request: Request
    private let kind: BackgroundKind
    private let store: any ListStore
    private let failures: FailureReporter
    /// The work until it runs, then what came of it.
    private let state: Mutex<(work: (@Sendable () throws -> PendingResponse)?, response: PendingResponse?)>

    init(
        _ request: Request, _ kind: BackgroundKind = .check, in store: any ListStore, _ failures: FailureReporter,
        _ work: @escaping @Sendable () throws -> PendingResponse
    ) {
        self.request = request.withoutBody
        self.kind = kind
        self.store = store
        self.failures = failures
        state = Mutex((work, nil))
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        store.runInBackground(kind) { [self] refusal in
            let response = outcome(refusal)
            state.withLock { $0.response = response }
            guard case .deferred(let deferred) = response else { return ready() }
            deferred.start(ready)
        }
    }

    private func outcome(_ refusal: ListError?) -> PendingResponse {
        let work = state.withLock { $0.work.take() }
        do {
            if let refusal { throw refusal }
            guard let work else { throw RequestProblem.notEnded }
            return try work()
        } catch {
            return .response(failures.response(to: error, request))
        }
    }

    func makeResponse() -> Response {
        switch state.withLock({ $0.response.take() }) {
        case .response(let response): response
        case .deferred(let deferred): deferred.makeResponse()
        case .receiving, nil: failures.response(to: RequestProblem.notEnded, request)
        }
    }
}
