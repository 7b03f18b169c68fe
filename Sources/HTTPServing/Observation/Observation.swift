public import HTTPTypes

/// The outermost middleware: shows observers each response, and the route that its request came by.
///
/// A request costs two looks at the clock. Any thread may use it.
public final class Observation: Responder {
    private let next: any Responder
    private let router: Router
    private let observers: [any ResponseObserver]
    private let names: [HTTPField.Name]

    /// - Parameters:
    ///   - next: Answers the requests.
    ///   - router: Knows the route of a request that the server refuses before anybody has looked.
    ///   - names: The headers that observers look at, also when a stream has ended and nothing else is left of its request.
    public init(of next: any Responder, router: Router, observers: [any ResponseObserver], keeping names: [HTTPField.Name] = []) {
        self.next = next
        self.router = router
        self.observers = observers
        self.names = names
    }

    public func admit(_ request: inout Request) -> Admission {
        request.arrival = .now
        return next.admit(&request)
    }

    public func respond(to request: inout Request) -> PendingResponse {
        request.arrival = .now
        return next.respond(to: &request)
    }

    public func finalize(_ response: consuming Response, to request: Request) -> Response {
        let response = next.finalize(response, to: request)
        // A 304 and the answer to a HEAD have the body of the whole answer, and do not send it.
        let isSent = request.method != .head && response.status != .notModified
        let match = request.match ?? router.match(request.method, request.target.rawPath)
        let info = ResponseInfo(
            route: match.pattern, bytes: isSent ? response.body.byteCount ?? 0 : 0,
            microseconds: request.arrival?.microsecondsUntilNow ?? 0)
        for observer in observers { observer.answered(request, response, info) }
        guard case .stream(let stream) = response.body else { return response }
        var streamed = response
        streamed.body = .stream(
            ObservedStream(stream, request: request.keeping(names), response: response, info: info, observers: observers))
        return streamed
    }
}
