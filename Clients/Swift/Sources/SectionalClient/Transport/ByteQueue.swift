import Foundation

/// The bytes of an answer between the network and whoever reads them; more than a limit is not kept for a reader that is slow.
final class ByteQueue: Sendable {
    private struct State {
        var unread = Data()
        var end: Result<Data?, any Error>?
        var waiting: CheckedContinuation<Data?, any Error>?

        /// The reader that waits, who is answered outside the lock.
        mutating func takeReader() -> CheckedContinuation<Data?, any Error>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let most: Int
    private let state = Locked(State())

    /// - Parameter most: The most bytes that wait to be read.
    init(most: Int) { self.most = most }

    /// - Returns: False where no more are taken: the reader gets those before, then `.dataLengthExceedsMaximum`.
    func add(_ bytes: Data) -> Bool {
        let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
            guard state.end == nil else { return (false, nil) }
            if let reader = state.takeReader() { return (true, reader) }
            guard state.unread.count + bytes.count <= most else {
                state.end = .failure(URLError(.dataLengthExceedsMaximum))
                return (false, nil)
            }
            state.unread.append(bytes)
            return (true, nil)
        }
        reader?.resume(returning: bytes)
        return isTaken
    }

    /// No more bytes come. The first call says why.
    func finish(_ error: (any Error)? = nil) {
        let result = error.map { Result<Data?, any Error>.failure($0) } ?? .success(nil)
        let reader = state.withLock { state in
            if state.end == nil { state.end = result }
            return state.takeReader()
        }
        reader?.resume(with: result)
    }

    /// The bytes that came since the last call, at least one; nil at the end, and where the task is cancelled. For one reader.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = state.withLock { state -> Result<Data?, any Error>? in
                    guard state.unread.isEmpty else {
                        defer { state.unread = Data() }
                        return .success(state.unread)
                    }
                    if state.end == nil { state.waiting = continuation }
                    return state.end
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            finish()
        }
    }
}
