import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Synchronization
import Wire

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

    /// How the first transaction of a write goes on.
    enum Beginning<Subject, Content> {
        /// With the response that the same request has had.
        case answered(Result)
        /// With its work.
        case open(Subject, Content)
    }

    private struct State {
        var ready: (@Sendable () -> Void)?
        var result: Swift.Result<Result, any Error>?
        /// Whether the sender may still do this; `nil` where nobody asks.
        var holds: (@Sendable () -> Bool)?
    }

    /// The request without its body, which has been read.
    let request: Request
    /// Begins the write. It calls ``begin(in:reach:subject:preconditions:content:)`` in its first transaction, ``result(in:least:show:)`` in its
    /// last, and ``complete(_:)`` once; ``run(in:reach:subject:preconditions:content:work:least:show:)`` does both in one.
    private let begin: @Sendable (DeferredWrite) -> Void
    /// Makes the 412 of a false precondition, on one of the server's threads.
    private let conflict: @Sendable (Request, PreconditionFailure) throws -> Response
    private let failures: FailureReporter
    /// Counts the answer before anything is committed.
    private let memory: WriteMemory
    /// `nil` for a write without a key.
    private let keyed: KeyedWrite?
    /// How the response is to go out; `nil` for as it is.
    private let preference: ReturnPreference?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - appliesPreference: Whether the response goes out as `Prefer` wants it.
    ///   - conflict: Makes the 412 of a false precondition, on one of the server's threads.
    ///   - begin: Begins the write.
    init(
        _ request: Request, _ failures: FailureReporter, memory: WriteMemory, keyed: KeyedWrite?, appliesPreference: Bool = true,
        conflict: @escaping @Sendable (Request, PreconditionFailure) throws -> Response,
        begin: @escaping @Sendable (DeferredWrite) -> Void
    ) {
        self.begin = begin
        self.conflict = conflict
        self.request = request.withoutBody
        self.failures = failures
        self.memory = memory
        self.keyed = keyed
        preference = appliesPreference ? request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) } : nil
    }

    func commit(while holds: @escaping @Sendable () -> Bool) {
        state.withLock { $0.holds = holds }
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        state.withLock { $0.ready = ready }
        begin(self)
    }

    /// The steps before a write's work, in their order.
    ///
    /// - Parameters:
    ///   - reach: Throws where the sender does not reach what the request names, which a stored response may show.
    ///   - subject: Finds what is written to.
    ///   - preconditions: Throws ``PreconditionFailure`` where one is false.
    ///   - content: The content of the request's body, or what is wrong with its meaning.
    /// - Throws: `idempotency-key-reused`; the errors of ``WriteMemory/take(_:)``: a stored response stays.
    func begin<Subject, Content>(
        in transaction: any ResponseStoring, reach: () throws -> Void = {}, subject: () throws -> Subject,
        preconditions: (inout Subject) throws -> Void, content: Swift.Result<Content, RequestProblem>
    ) throws -> Beginning<Subject, Content> {
        transaction.attribute(to: request.grant?.name)
        try reach()
        if let response = try keyed?.storedResponse(in: transaction) { return .answered(.response(try counted(response))) }
        var subject = try subject()
        try preconditions(&subject)
        return .open(subject, try content.get())
    }

    /// All steps of a write that takes one transaction.
    ///
    /// - Parameters: As of ``begin(in:reach:subject:preconditions:content:)`` and ``result(in:least:show:)``.
    func run<Subject, Content, Outcome: Sendable>(
        in transaction: any ResponseStoring, reach: () throws -> Void = {}, subject: () throws -> Subject,
        preconditions: (inout Subject) throws -> Void, content: Swift.Result<Content, RequestProblem>,
        work: (inout Subject, Content) throws -> Outcome, least: (Outcome) -> Int = { _ in 0 }, most: (Outcome) -> Int = { _ in 0 },
        show: @escaping @Sendable (Outcome, ShownPart) throws -> Response
    ) throws -> Result {
        switch try begin(in: transaction, reach: reach, subject: subject, preconditions: preconditions, content: content) {
        case .answered(let result): return result
        case .open(var subject, let content):
            let outcome = try work(&subject, content)
            return try result(in: transaction, least: least(outcome), most: most(outcome)) { try show(outcome, $0) }
        }
    }

    /// Called last in the transaction that makes the change.
    ///
    /// - Parameters:
    ///   - least: Bytes that the response's body has at least. A long one is not stored, and so not made here.
    ///   - most: Bytes that it has at most, where ``show`` does not count them itself; 0 for few.
    ///   - show: Makes the response of a success. It runs on one of the server's threads, or here where the write has a key.
    /// - Throws: `unauthorized` where the sender's token has gone, and the errors of ``WriteMemory/take(_:)``; nothing is committed then.
    func result(
        in transaction: any ResponseStoring, least: Int = 0, most: Int = 0, show: @escaping @Sendable (ShownPart) throws -> Response
    ) throws -> Result {
        if let holds = state.withLock({ $0.holds }), !holds() {
            throw RequestProblem(.unauthorized, "The token was taken away before the write was committed.")
        }
        if most > 0 { try memory.take(most) }
        guard let keyed else { return .outcome(show: show) }
        guard least <= StoredResponse.largestBody else {
            try keyed.storeHead(of: try show(.head).applying(preference), in: transaction)
            return .outcome(show: show)
        }
        let response = try show(.whole).applying(preference)
        try keyed.store(response, in: transaction)
        return .response(most > 0 ? charged(response) : response)
    }

    /// A response whose memory is taken first.
    private func counted(_ response: Response) throws(RequestProblem) -> Response {
        try memory.take(response.body.byteCount ?? 0)
        return charged(response)
    }

    /// A response with what was taken for its body.
    private func charged(_ response: Response) -> Response {
        guard response.body.byteCount ?? 0 > WriteMemory.uncounted else { return response }
        var response = response
        switch response.body {
        case .bytes(let bytes): response.body = memory.body(ByteBuffer(bytes))
        case .buffer(let buffer): response.body = memory.body(buffer)
        case .empty, .charged, .prepared, .stream: break
        }
        return response
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
                case .outcome(let show): return charged(try show(.whole).applying(preference))
                case .response(let response): return response
                case nil: throw RequestProblem(.unavailable, "The write has not ended.")
                }
            } catch let failure as PreconditionFailure {
                return try conflict(request, failure)
            }
        } catch {
            return failures.response(to: error, request)
        }
    }
}
