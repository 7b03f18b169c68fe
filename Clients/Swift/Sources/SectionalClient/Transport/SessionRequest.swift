import Foundation

/// One request of `URLSession`, between its delegate and the task that waits for it.
final class SessionRequest: Sendable {
    private struct Head {
        let status: Int
        let headers: [String: String]
    }

    private struct State {
        var outcome: Result<Head, any Error>?
        var waiting: CheckedContinuation<Head, any Error>?
    }

    private let state = Locked(State())
    private let body: ByteQueue
    private let cancel: @Sendable () -> Void

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
            let known = state.withLock { state -> Result<Head, any Error>? in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
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
        let continuation = state.withLock { state -> CheckedContinuation<Head, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = result
            defer { state.waiting = nil }
            return state.waiting
        }
        continuation?.resume(with: result)
    }
}
