import HTTPServing
import Lists
import Ports

/// How the outcome of a write becomes its answer.
///
/// Without an idempotency key that happens once the write is done, on one of the server's threads. With one it happens in the write's
/// own transaction, so that the answer is kept with what it answers; and an answer that was kept before is looked for first.
struct WriteAnswer<Outcome: Sendable>: Sendable {
    /// What the writer hands back.
    enum Result: Sendable {
        /// To be shown.
        case outcome(Outcome)
        /// Kept, or given again.
        case response(Response)
    }

    typealias Completion = @Sendable (Swift.Result<Result, any Error>) -> Void

    /// `nil` for a write without a key.
    let keyed: KeyedWrite?
    /// The response of a success.
    let show: @Sendable (Outcome) throws -> Response

    /// Called before anything else in the write's first transaction: what it had been answered before, which ends it.
    ///
    /// - Throws: `idempotency-key-reused`.
    func replay(in transaction: any AnswerKeeping) throws -> Result? {
        try keyed?.replay(in: transaction).map { .response($0) }
    }

    /// Called last in the transaction that makes the change.
    func finish(_ outcome: Outcome, in transaction: any AnswerKeeping) throws -> Result {
        guard let keyed else { return .outcome(outcome) }
        let response = try show(outcome)
        try keyed.keep(response, in: transaction)
        return .response(response)
    }

    /// The response of a write that is done.
    func response(of result: Result) throws -> Response {
        switch result {
        case .outcome(let outcome): try show(outcome)
        case .response(let response): response
        }
    }
}
