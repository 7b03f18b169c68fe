/// What a responder says: a response at once, one that another thread will have, or one that depends on the body.
public enum Answer: Sendable {
    /// Sent by the thread that asked.
    case response(Response)
    /// The connection waits without a thread. `start` is called once; it calls `complete` exactly once, from any thread, at once
    /// or later. The server makes the response by calling the closure given to `complete` on one of its own threads.
    case deferred(_ start: @Sendable (_ complete: @escaping Completion) -> Void)
    /// The answer is the receiver's, when it has the body. To a request whose body does not come in pieces
    /// (``Admission/inPieces``) the body is handed over as a whole.
    case receiving(any BodyReceiver)

    public typealias Completion = @Sendable (_ makeResponse: @escaping @Sendable () -> Response) -> Void
}

/// Anything that answers requests: the router, a middleware around it, the whole application.
///
/// `respond` runs on the server's own threads and never blocks for long: it computes, reads, or defers.
public protocol Responder: Sendable {
    func respond(to request: Request) -> Answer
    /// Decides about a request by its headers, on the server's own threads. Asked once for each request that announces a body, before
    /// the body; `respond` follows unless it is refused, with ``Request/isAdmitted`` set. A request without a body is not asked about.
    func admit(_ head: Request) -> Admission
}

extension Responder {
    public func admit(_ head: Request) -> Admission { .collected(limit: nil) }
}
