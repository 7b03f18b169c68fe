/// Something between the server and what answers: it may answer itself, change the request, or change the answer.
public protocol Middleware: Sendable {
    /// Runs on the server's own threads, under the rules of ``Responder/respond(to:)``: for a request whose body comes in pieces,
    /// before the first of them.
    func respond(to request: Request, next: any Responder) -> Answer
    /// Decides about a request by its headers, as ``Responder/admit(_:)`` does; by default `next` does.
    func admit(_ head: Request, next: any Responder) -> Admission
}

extension Middleware {
    public func admit(_ head: Request, next: any Responder) -> Admission { next.admit(head) }
}

extension Responder {
    /// This responder behind middleware; the first one sees a request first and its answer last.
    public func behind(_ middleware: [any Middleware]) -> any Responder {
        middleware.reversed().reduce(self as any Responder) { next, outer in MiddlewareResponder(middleware: outer, next: next) }
    }
}
