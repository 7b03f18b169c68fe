import HTTPServing
import HTTPTypes
import Lists
import Synchronization
import Wire

/// The response to a write, which waits for the store's writer without a thread.
///
/// Without an idempotency key the response is made once the write is done, on one of the server's threads. With one it is made in the
/// write's own transaction, and stored with what the write changes; a response that was stored before is looked for first. The key is let go
/// as soon as the write is done, or where it never starts.
final class DeferredWrite<Outcome: Sendable>: DeferredResponse {
    /// Begins the write. It calls ``storedResponse(in:)`` and ``result(_:in:)`` in its transactions, and ``complete(_:)`` once.
    typealias Begin = @Sendable (DeferredWrite<Outcome>) -> Void

    /// What a write's transaction leaves.
    enum Result: Sendable {
        /// To be shown.
        case outcome(Outcome)
        /// Stored now or before.
        case response(Response)
    }

    private struct State {
        var ready: (@Sendable () -> Void)?
        var result: Swift.Result<Result, any Error>?
    }

    private let request: Request
    private let failures: FailureReporter
    /// `nil` for a write without a key.
    private let keyed: KeyedWrite?
    /// How the response is to go out; `nil` for as it is.
    private let preference: ReturnPreference?
    private let show: @Sendable (Outcome) throws -> Response
    private let preconditionFailed: @Sendable (Request) -> Response
    private let begin: Begin
    private let state = Mutex(State())

    /// - Parameters:
    ///   - appliesPreference: Whether the response goes out as `Prefer` wants it.
    ///   - show: Makes the response of a success. It runs on one of the server's threads, or on the writer's where the write has a key.
    ///   - preconditionFailed: Makes the response to a ``PreconditionFailure``, on one of the server's threads.
    init(
        _ request: Request, _ failures: FailureReporter, keyed: KeyedWrite?, appliesPreference: Bool = true,
        show: @escaping @Sendable (Outcome) throws -> Response, preconditionFailed: @escaping @Sendable (Request) -> Response,
        begin: @escaping Begin
    ) {
        // The body has been read: it is not held while the write waits.
        self.request = request.withoutBody
        self.failures = failures
        self.keyed = keyed
        preference = appliesPreference ? request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) } : nil
        self.show = show
        self.preconditionFailed = preconditionFailed
        self.begin = begin
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        state.withLock { $0.ready = ready }
        begin(self)
    }

    /// Called before anything else in the write's first transaction: the response that the same request has had, which ends it.
    ///
    /// - Throws: `idempotency-key-reused`.
    func storedResponse(in transaction: any AnswerKeeping) throws -> Result? {
        try keyed?.replay(in: transaction).map { .response($0) }
    }

    /// Called last in the transaction that makes the change.
    func result(_ outcome: Outcome, in transaction: any AnswerKeeping) throws -> Result {
        guard let keyed else { return .outcome(outcome) }
        let response = try response(showing: outcome)
        try keyed.keep(response, in: transaction)
        return .response(response)
    }

    /// The write is done; called once, from any thread.
    func complete(_ result: Swift.Result<Result, any Error>) {
        keyed?.running.end()
        let ready = state.withLock { state in
            state.result = result
            return state.ready.take()
        }
        ready?()
    }

    func makeResponse() -> Response {
        do {
            switch try state.withLock({ $0.result.take() })?.get() {
            case .outcome(let outcome): return try response(showing: outcome)
            case .response(let response): return response
            case nil: throw RequestProblem(.unavailable, "The write has not ended.")
            }
        } catch is PreconditionFailure {
            return preconditionFailed(request)
        } catch {
            return failures.response(to: error, request)
        }
    }

    private func response(showing outcome: Outcome) throws -> Response { try show(outcome).applying(preference) }
}
