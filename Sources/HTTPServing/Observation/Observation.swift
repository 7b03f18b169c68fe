public import HTTPTypes

/// Tells observers of each answer, and of the route that it came by. The outermost middleware, so that nothing is missed.
///
/// A request costs two looks at the clock and, where its response was not prepared, a walk down the router's tree. Any thread may use it.
public struct Observation: Middleware {
    private let tree: RouteTree
    private let patterns: [String?]
    private let observers: [any AnswerObserver]
    private let names: [HTTPField.Name]

    /// - Parameters:
    ///   - router: Knows the routes.
    ///   - names: The headers that observers look at, also when a stream has ended and nothing else is left of its request.
    public init(router: Router, observers: [any AnswerObserver], keeping names: [HTTPField.Name] = []) {
        // Without the handlers, one of which may itself show what an observer counts.
        tree = RouteTree(
            router.routes.map { Route($0.method, $0.pattern, needs: $0.needs) { _, _ in .response(Response(status: .notFound)) } })
        patterns = tree.patterns
        self.observers = observers
        self.names = names
    }

    public func respond(to request: Request, next: any Responder) -> Answer {
        let start = ContinuousClock.now
        return observe(request, next.respond(to: request), since: start)
    }

    public func admit(_ head: Request, next: any Responder) -> Admission {
        let start = ContinuousClock.now
        return next.admit(head).map { observe(head, $0, since: start) }
    }

    private func observe(_ request: Request, _ answer: Answer, since start: ContinuousClock.Instant) -> Answer {
        switch answer {
        case .response(let response):
            return .response(observe(request, response, since: start))
        case .deferred(let begin):
            let request = request.withoutBody
            return .deferred { [self] complete in
                for observer in observers { observer.suspended() }
                begin { makeResponse in
                    for observer in observers { observer.resumed() }
                    complete { observe(request, makeResponse(), since: start) }
                }
            }
        case .receiving(let receiver):
            let request = request.withoutBody
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
        let place = place(of: request, response)
        let facts = AnswerFacts(
            route: place.flatMap { patterns[$0] }, place: place, bytes: isSent ? response.body.byteCount ?? 0 : 0,
            microseconds: start.microsecondsUntilNow)
        for observer in observers { observer.answered(request, response, facts) }
        guard case .stream(let stream) = response.body else { return response }
        var watched = response
        watched.body = .stream(
            ObservedStream(stream, request: request.keeping(names), response: response, facts: facts, start: start, observers: observers))
        return watched
    }

    /// Stands for the route that a request has come by. That of a prepared response is looked for once.
    private func place(of request: Request, _ response: Response) -> Int? {
        guard case .prepared(let prepared) = response.body else { return tree.place(of: request.target.rawPath) }
        return prepared.routeNumber { tree.place(of: request.target.rawPath) }
    }
}

extension ContinuousClock.Instant {
    /// Whole microseconds since this moment.
    var microsecondsUntilNow: Int {
        let (seconds, attoseconds) = duration(to: .now).components
        return Int(seconds) &* 1_000_000 &+ Int(attoseconds / 1_000_000_000_000)
    }
}
