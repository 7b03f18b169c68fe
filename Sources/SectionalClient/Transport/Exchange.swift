import Foundation

/// One request of `URLSession`, between its delegate and the task that waits for it.
///
/// `@unchecked`: the lock guards all that changes.
final class Exchange: @unchecked Sendable {
    private let lock = NSLock()
    private var outcome: Result<TransportStream, any Error>?
    private var waiting: CheckedContinuation<TransportStream, any Error>?
    private let chunks: AsyncThrowingStream<Data, any Error>
    private let body: AsyncThrowingStream<Data, any Error>.Continuation

    init() { (chunks, body) = AsyncThrowingStream.makeStream(of: Data.self) }

    func onHangUp(_ cancel: @escaping @Sendable () -> Void) { body.onTermination = { _ in cancel() } }

    /// Waits for the head. Called once.
    func head() async throws -> TransportStream {
        try await withCheckedThrowingContinuation { continuation in
            let known = lock.withLock { () -> Result<TransportStream, any Error>? in
                if outcome == nil { waiting = continuation }
                return outcome
            }
            if let known { continuation.resume(with: known) }
        }
    }

    func receive(status: Int, headers: [String: String]) {
        settle(.success(TransportStream(status: status, headers: headers, chunks: chunks)))
    }

    func receive(_ data: Data) { body.yield(data) }

    func finish(_ error: (any Error)?) {
        let failure = error.map { $0 as? URLError ?? URLError(.unknown) }
        settle(.failure(failure ?? URLError(.badServerResponse)))
        body.finish(throwing: failure)
    }

    private func settle(_ result: Result<TransportStream, any Error>) {
        let continuation = lock.withLock { () -> CheckedContinuation<TransportStream, any Error>? in
            guard outcome == nil else { return nil }
            outcome = result
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(with: result)
    }
}
