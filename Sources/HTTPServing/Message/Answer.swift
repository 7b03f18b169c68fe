/// What a responder says: a response at once, or one that another thread will have.
public enum Answer: Sendable {
    /// Sent by the thread that asked.
    case response(Response)
    /// The connection waits without a thread. `start` is called once; it calls `complete` exactly once, from any thread, at once
    /// or later. The server makes the response by calling the closure given to `complete` on one of its own threads.
    case deferred(_ start: @Sendable (_ complete: @escaping Completion) -> Void)

    public typealias Completion = @Sendable (_ makeResponse: @escaping @Sendable () -> Response) -> Void
}

/// Anything that answers requests: the router, a middleware around it, the whole application.
///
/// `respond` runs on the server's own threads and never blocks for long: it computes, reads, or defers.
public protocol Responder: Sendable {
    func respond(to request: Request) -> Answer
}
