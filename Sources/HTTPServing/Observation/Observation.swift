import HTTPTypes

/// Tells observers of each answer, and of the route that it came by. The outermost middleware, so that nothing is missed.
///
/// A request costs a walk down the router's tree and two looks at the clock. Any thread may use it.
public struct Observation: Middleware {
    private let tree: RouteTree
    private let observers: [any AnswerObserver]

    /// - Parameter router: Knows the routes.
    public init(router: Router, observers: [any AnswerObserver]) {
        // Without the handlers, one of which may itself show what an observer counts.
        tree = RouteTree(
            router.routes.map { Route($0.method, $0.pattern, needs: $0.needs) { _, _ in .response(Response(status: .notFound)) } })
        self.observers = observers
    }

    public func respond(to request: Request, next: any Responder) -> Answer {
        let start = ContinuousClock.now
        return observe(request, next.respond(to: request), since: start)
    }

    private func observe(_ request: Request, _ answer: Answer, since start: ContinuousClock.Instant) -> Answer {
        switch answer {
        case .response(let response):
            return .response(observe(request, response, since: start))
        case .deferred(let begin):
            return .deferred { [self] complete in
                for observer in observers { observer.suspended() }
                begin { makeResponse in
                    for observer in observers { observer.resumed() }
                    complete { observe(request, makeResponse(), since: start) }
                }
            }
        case .receiving(let receiver):
            return .receiving(
                MappedReceiver(receiver) {
                    observe(request, $0, since: start)
                } answer: {
                    observe(request, $0, since: start)
                })
        }
    }

    /// Tells of an answer to a request that never came to a responder: what the server itself refuses.
    public func observe(_ request: Request, _ response: Response) -> Response {
        observe(request, response, since: .now)
    }

    private func observe(_ request: Request, _ response: Response, since start: ContinuousClock.Instant) -> Response {
        // A 304 and the answer to a HEAD have the body of the whole answer, and do not send it.
        let isSent = request.method != .head && response.status != .notModified
        let place = tree.place(of: request.target.rawPath)
        let facts = AnswerFacts(
            route: place.flatMap(tree.pattern(at:)), place: place, bytes: isSent ? response.body.byteCount ?? 0 : 0,
            microseconds: start.microsecondsUntilNow)
        for observer in observers { observer.answered(request, response, facts) }
        guard case .stream(let stream) = response.body else { return response }
        var watched = response
        watched.body = .stream(
            ObservedStream(stream, request: request, response: response, facts: facts, start: start, observers: observers))
        return watched
    }
}

extension ContinuousClock.Instant {
    /// Whole microseconds since this moment.
    var microsecondsUntilNow: Int {
        let (seconds, attoseconds) = duration(to: .now).components
        return Int(seconds) &* 1_000_000 &+ Int(attoseconds / 1_000_000_000_000)
    }
}
