/// The two things that the client asks of a network.
///
/// Both are called from any thread, many at once, and throw `URLError` alone. Cancelling the task that waits ends the request.
public protocol Transport: Sendable {
    /// Sends a request, and returns when the whole body is there. Any status is an answer, none an error. A body that is too long to be held
    /// in memory is one: `.dataLengthExceedsMaximum`.
    func send(_ request: TransportRequest) async throws -> TransportResponse

    /// Sends a request, and returns when the head of its answer is there.
    func open(_ request: TransportRequest) async throws -> TransportStream
}
