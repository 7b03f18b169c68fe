import HTTPServing

/// Answers from the response cache, else by the router: what a server does that is open to everybody.
struct CachedRouter: Responder {
    let cache: ResponseCache
    let router: Router

    func respond(to request: Request) -> Answer {
        if let response = cache.response(to: request) { return .response(response) }
        return router.respond(to: request)
    }
}
