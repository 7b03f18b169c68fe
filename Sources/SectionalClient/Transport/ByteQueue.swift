import Foundation

/// The bytes of an answer between the network and whoever reads them; more than a limit is not kept for a reader that is slow.
///
/// `@unchecked`: the lock guards all that changes.
final class ByteQueue: @unchecked Sendable {
    private let most: Int
    private let lock = NSLock()
    private var unread = Data()
    private var end: Result<Data?, any Error>?
    private var waiting: CheckedContinuation<Data?, any Error>?

    /// - Parameter most: The most bytes that wait to be read.
    init(most: Int) { self.most = most }

    /// - Returns: False where no more are taken: the reader gets those before, then `.dataLengthExceedsMaximum`.
    func add(_ bytes: Data) -> Bool {
        lock.lock()
        guard end == nil else {
            lock.unlock()
            return false
        }
        if let reader = waiting {
            waiting = nil
            lock.unlock()
            reader.resume(returning: bytes)
            return true
        }
        let fits = unread.count + bytes.count <= most
        if fits { unread.append(bytes) } else { end = .failure(URLError(.dataLengthExceedsMaximum)) }
        lock.unlock()
        return fits
    }

    /// No more bytes come. The first call says why.
    func finish(_ error: (any Error)? = nil) {
        let result = error.map { Result<Data?, any Error>.failure($0) } ?? .success(nil)
        let reader = lock.withLock { () -> CheckedContinuation<Data?, any Error>? in
            if end == nil { end = result }
            defer { waiting = nil }
            return waiting
        }
        reader?.resume(with: result)
    }

    /// The bytes that came since the last call, at least one; nil at the end, and where the task is cancelled. For one reader.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = lock.withLock { () -> Result<Data?, any Error>? in
                    guard unread.isEmpty else {
                        defer { unread = Data() }
                        return .success(unread)
                    }
                    if end == nil { waiting = continuation }
                    return end
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            finish()
        }
    }
}
