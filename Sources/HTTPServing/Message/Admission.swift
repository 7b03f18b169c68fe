/// The decision of a responder about a request whose headers announce a body, before any of the body is read.
public enum Admission: Sendable {
    /// The response is sent at once, without `100 Continue`; the body is not read, and the connection closes.
    case refused(Response)
    /// The body is collected, then ``Responder/respond(to:)`` has the whole request.
    ///
    /// - Parameter limit: The most bytes of the body; `nil` for the server's own limit, which holds in any case.
    case collected(limit: Int?)
    /// ``Responder/respond(to:)`` is called before the body arrives, with an empty one; the body then comes in pieces, without a limit.
    /// An answer other than ``PendingResponse/receiving(_:)`` is sent at once, the body is not read, and the connection closes.
    case inPieces
}
