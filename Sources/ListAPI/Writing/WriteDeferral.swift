import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The one way from a write to its answer.
///
/// The answer waits for the store's writer without a thread. An idempotency key is let go as soon as the write has completed, or where it
/// never starts.
struct WriteDeferral: Sendable {
    /// Begins a write, calls the methods of ``WriteAnswer`` in its transactions, and completes once.
    typealias Start<Outcome: Sendable> =
        @Sendable (
            _ answer: WriteAnswer<Outcome>, _ completion: @escaping WriteAnswer<Outcome>.Completion
        ) -> Void

    private let request: Request
    private let failures: FailureReporter
    private let appliesPreference: Bool

    /// - Parameter appliesPreference: Whether the answer goes out as `Prefer` wants it.
    init(_ request: Request, _ failures: FailureReporter, appliesPreference: Bool = true) {
        self.request = request.withoutBody
        self.failures = failures
        self.appliesPreference = appliesPreference
    }

    /// Defers to a write that `start` begins.
    ///
    /// - Parameters:
    ///   - show: Makes the response of a success. It runs on one of the server's threads, or on the writer's where the write has a key.
    ///   - preconditionFailed: Makes the response to a ``PreconditionFailure``, on one of the server's threads.
    func answer<Outcome: Sendable>(
        keyed: KeyedWrite?, show: @escaping @Sendable (Outcome) throws -> Response,
        preconditionFailed: @escaping @Sendable () -> Response, start: @escaping Start<Outcome>
    ) -> Answer {
        let preference = appliesPreference ? request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) } : nil
        let answer = WriteAnswer(keyed: keyed) { try show($0).applying(preference) }
        return .deferred { complete in
            start(answer) { result in
                keyed?.running.end()
                complete {
                    do {
                        return try answer.response(of: try result.get())
                    } catch is PreconditionFailure {
                        return preconditionFailed()
                    } catch {
                        return failures.response(to: error, request)
                    }
                }
            }
        }
    }
}
