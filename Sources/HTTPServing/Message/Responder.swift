/// Anything that answers requests: the router, a middleware around another responder, the whole application.
///
/// A server asks ``admit(_:)``, ``respond(to:)`` and ``finalize(_:to:)`` in this order, with one value of the request, on its own threads.
/// None of them blocks for long: they compute, read, or defer. A middleware is a responder that asks another one in its turn.
public protocol Responder: AnyObject, Sendable {
    /// Decides about a request by its headers, before its body. Asked once for each request that announces a body; the others it never sees.
    func admit(_ request: inout Request) -> Admission
    /// Answers a request that is not refused. If the server has asked ``admit(_:)`` before, ``Request/isAdmitted`` is set.
    func respond(to request: inout Request) -> PendingResponse
    /// Completes a response that is about to be sent: an answer, a deferred one, a refusal of a body, or the server's own.
    func finalize(_ response: consuming Response, to request: Request) -> Response
}

extension Responder {
    public func admit(_ request: inout Request) -> Admission { .collected(limit: nil) }
    public func finalize(_ response: consuming Response, to request: Request) -> Response { response }
}
