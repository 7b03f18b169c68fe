/// A responder behind one middleware.
struct MiddlewareResponder: Responder {
    let middleware: any Middleware
    let next: any Responder

    func respond(to request: Request) -> Answer {
        middleware.respond(to: request, next: next)
    }

    func admit(_ head: Request) -> Admission {
        middleware.admit(head, next: next)
    }
}
