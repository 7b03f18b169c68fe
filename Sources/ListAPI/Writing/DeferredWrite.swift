import HTTPServing
import HTTPTypes
import Lists
import Ports
import Synchronization
import Wire

/// A write that a response waits for.
protocol StoreWrite: Sendable {
    /// Begins the write. It calls ``DeferredWrite/storedResponse(in:)`` and ``DeferredWrite/result(in:show:)`` in its transactions, and
    /// ``DeferredWrite/complete(_:)`` once.
    func begin(_ response: DeferredWrite)
    /// Makes the response to a ``PreconditionFailure``, on one of the server's threads.
    func preconditionFailed(_ request: Request) throws -> Response
    /// Makes the response to an ``OperationPreconditionFailure``, which only a batch has, on one of the server's threads.
    func preconditionFailed(_ request: Request, _ failure: OperationPreconditionFailure) throws -> Response
}

extension StoreWrite {
    func preconditionFailed(_ request: Request, _ failure: OperationPreconditionFailure) throws -> Response {
        try preconditionFailed(request)
    }
}

/// How much of a response is made.
enum ShownPart: Sendable {
    case whole
    /// All but the body.
    case head
}

/// The response to a write, which waits for the store's writer without a thread.
///
/// Without an idempotency key the response is made once the write is done, on one of the server's threads. With one it is made in the
/// write's own transaction, and stored with what the write changes; a response that was stored before is looked for first. The key is let go
/// as soon as the write is done, or where it never starts.
final class DeferredWrite: RevocableWrite {
    /// The outcome of a write's transaction.
    enum Result: Sendable {
        /// Made of what the write has done, once that is durable.
        case outcome(show: @Sendable (ShownPart) throws -> Response)
        /// Stored now or before.
        case response(Response)
    }

    private struct State {
        var ready: (@Sendable () -> Void)?
        var result: Swift.Result<Result, any Error>?
        /// Whether the sender may still do this; `nil` where nobody asks.
        var holds: (@Sendable () -> Bool)?
    }

    /// The request without its body, which has been read.
    let request: Request
    private let write: any StoreWrite
    private let failures: FailureReporter
    /// `nil` for a write without a key.
    private let keyed: KeyedWrite?
    /// How the response is to go out; `nil` for as it is.
    private let preference: ReturnPreference?
    private let state = Mutex(State())

    /// - Parameter appliesPreference: Whether the response goes out as `Prefer` wants it.
    init(_ write: any StoreWrite, _ request: Request, _ failures: FailureReporter, keyed: KeyedWrite?, appliesPreference: Bool = true) {
        self.write = write
        self.request = request.withoutBody
        self.failures = failures
        self.keyed = keyed
        preference = appliesPreference ? request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) } : nil
    }

    func commit(while holds: @escaping @Sendable () -> Bool) {
        state.withLock { $0.holds = holds }
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        state.withLock { $0.ready = ready }
        write.begin(self)
    }

    /// Called before anything else in the write's first transaction: the response that the same request has had, which ends it.
    ///
    /// - Throws: `idempotency-key-reused`.
    func storedResponse(in transaction: any ResponseStoring) throws -> Result? {
        try keyed?.storedResponse(in: transaction).map { .response($0) }
    }

    /// Called last in the transaction that makes the change.
    ///
    /// - Parameters:
    ///   - least: Bytes that the response's body has at least. A long one is not stored, and so not made here.
    ///   - show: Makes the response of a success. It runs on one of the server's threads, or here where the write has a key.
    /// - Throws: `unauthorized` where the sender's token has gone; nothing is committed then.
    func result(
        in transaction: any ResponseStoring, least: Int = 0, show: @escaping @Sendable (ShownPart) throws -> Response
    ) throws -> Result {
        if let holds = state.withLock({ $0.holds }), !holds() {
            throw RequestProblem(.unauthorized, "The token was taken away before the write was committed.")
        }
        guard let keyed else { return .outcome(show: show) }
        guard least <= StoredResponse.largestBody else {
            try keyed.storeHead(of: try show(.head).applying(preference), in: transaction)
            return .outcome(show: show)
        }
        let response = try show(.whole).applying(preference)
        try keyed.store(response, in: transaction)
        return .response(response)
    }

    /// The write is done; called once, from any thread.
    func complete(_ result: Swift.Result<Result, any Error>) {
        keyed?.key.end()
        let ready = state.withLock { state in
            state.result = result
            return state.ready.take()
        }
        ready?()
    }

    func makeResponse() -> Response {
        do {
            do {
                switch try state.withLock({ $0.result.take() })?.get() {
                case .outcome(let show): return try show(.whole).applying(preference)
                case .response(let response): return response
                case nil: throw RequestProblem(.unavailable, "The write has not ended.")
                }
            } catch is PreconditionFailure {
                return try write.preconditionFailed(request)
            } catch let failure as OperationPreconditionFailure {
                return try write.preconditionFailed(request, failure)
            }
        } catch {
            return failures.response(to: error, request)
        }
    }
}

/// The response to a write whose outcome is of one type, with how that is shown.
struct WriteResponse<Outcome: Sendable>: Sendable {
    private let response: DeferredWrite
    private let show: @Sendable (Outcome) throws -> Response

    init(_ response: DeferredWrite, show: @escaping @Sendable (Outcome) throws -> Response) {
        self.response = response
        self.show = show
    }

    /// As ``DeferredWrite/storedResponse(in:)``.
    func storedResponse(in transaction: any ResponseStoring) throws -> DeferredWrite.Result? {
        try response.storedResponse(in: transaction)
    }

    /// As ``DeferredWrite/result(in:show:)``.
    func result(_ outcome: Outcome, in transaction: any ResponseStoring) throws -> DeferredWrite.Result {
        try response.result(in: transaction) { [show] _ in try show(outcome) }
    }

    /// As ``DeferredWrite/complete(_:)``.
    func complete(_ result: Result<DeferredWrite.Result, any Error>) { response.complete(result) }
}
