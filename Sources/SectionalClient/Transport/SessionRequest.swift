import Foundation

/// One request of `URLSession`, between its delegate and the task that waits for it.
///
/// `@unchecked`: the lock guards all that changes.
final class SessionRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var outcome: Result<Head, any Error>?
    private var waiting: CheckedContinuation<Head, any Error>?
    private let body: ByteQueue
    private let cancel: @Sendable () -> Void

    private struct Head {
        let status: Int
        let headers: [String: String]
    }

    /// Ends a request whose answer nobody reads any more.
    private final class Reader: Sendable {
        private let body: ByteQueue
        private let cancel: @Sendable () -> Void

        init(_ body: ByteQueue, _ cancel: @escaping @Sendable () -> Void) { (self.body, self.cancel) = (body, cancel) }

        deinit { cancel() }

        func next() async throws -> Data? { try await body.next() }
    }

    /// - Parameters:
    ///   - most: The most bytes of the body that wait to be read.
    ///   - cancel: Ends the request.
    init(most: Int, cancel: @escaping @Sendable () -> Void) {
        body = ByteQueue(most: most)
        self.cancel = cancel
    }

    /// Waits for the head. Called once: the request lives as long as what this returns.
    func open() async throws -> TransportStream {
        let reader = Reader(body, cancel)
        let head = try await head()
        let chunks = AsyncThrowingStream<Data, any Error> { try await reader.next() }
        return TransportStream(status: head.status, headers: head.headers, chunks: chunks)
    }

    private func head() async throws -> Head {
        try await withCheckedThrowingContinuation { continuation in
            let known = lock.withLock { () -> Result<Head, any Error>? in
                if outcome == nil { waiting = continuation }
                return outcome
            }
            if let known { continuation.resume(with: known) }
        }
    }

    func receive(status: Int, headers: [String: String]) {
        settle(.success(Head(status: status, headers: headers)))
    }

    func receive(_ data: Data) {
        if !body.add(data) { cancel() }
    }

    func finish(_ error: (any Error)?) {
        let failure = error.map { $0 as? URLError ?? URLError(.unknown) }
        settle(.failure(failure ?? URLError(.badServerResponse)))
        body.finish(failure)
    }

    private func settle(_ result: Result<Head, any Error>) {
        let continuation = lock.withLock { () -> CheckedContinuation<Head, any Error>? in
            guard outcome == nil else { return nil }
            outcome = result
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(with: result)
    }
}
