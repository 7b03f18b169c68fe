/// Why the server itself answers a request, or ends it, without asking the responder.
///
/// The connection is closed after each of these answers.
public enum ServerRefusal: Sendable, Equatable {
    /// The body is longer than `limit` bytes: 413.
    case bodyTooLarge(limit: Int)
    /// The target is longer than `limit` bytes: 414.
    case targetTooLong(limit: Int)
    /// The header lines are longer than `limit` bytes together: 431.
    case headersTooLarge(limit: Int)
    /// The request breaks HTTP's own rules in a way that makes it unsafe or impossible to read: 400. `reason` is fit for the client.
    case malformed(reason: String)
    /// The request is for a host that this server does not answer to: 421.
    case misdirected
    /// The request's body, or the answer to it, does not fit into ``ServerConfiguration/memory`` now: 503.
    case outOfMemory
    /// The server is stopping: 503.
    case shuttingDown
}
