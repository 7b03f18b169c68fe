public import HTTPServing
import HTTPTypes
public import Wire

/// Problem documents as responses.
public enum Refusals {
    /// The response that says what is wrong with a request.
    static func response(
        to problem: RequestProblem, _ request: Request, members: [Problem.Member] = [], headers: [Response.Header] = []
    ) -> Response {
        response(to: problem, path: path(of: request), members: members, headers: headers)
    }

    /// The response that says what is wrong, for a server that refuses a request before it is one.
    ///
    /// - Parameter path: The request's path as it was sent, as far as it is known.
    public static func response(to problem: RequestProblem, path: String) -> Response {
        response(to: problem, path: path, members: [], headers: [])
    }

    private static func response(
        to problem: RequestProblem, path: String, members: [Problem.Member], headers: [Response.Header]
    ) -> Response {
        let body = Problem(problem, instance: path, members: members).encoded()
        var all = [Response.Header(.contentType, MediaType.problem), Response.Header(.cacheControl, "no-store")] + headers
        if problem.slug == .unavailable { all.append(Response.Header(.retryAfter, "1")) }
        var response = Response(status: HTTPResponse.Status(code: problem.slug.status), headers: all, body: .bytes(body))
        response.failure = problem.slug.rawValue
        return response
    }

    /// The response to a request that no route takes.
    static func response(to refusal: RouteRefusal, _ request: Request) -> Response {
        switch refusal {
        case .notFound:
            response(to: RequestProblem(.notFound, "There is no route \(method(of: request)) \(path(of: request))."), request)
        case .methodNotAllowed(let allow):
            response(
                to: RequestProblem(
                    .methodNotAllowed,
                    "\(method(of: request)) does nothing here; \(allow.map(\.rawValue).joined(separator: ", ")) do."), request)
        case .badPath(let error):
            response(to: RequestProblem(.malformedRequest, "\(error)"), request)
        }
    }

    /// What a request's method is called. A HEAD is answered as its GET is, to the byte.
    private static func method(of request: Request) -> String {
        (request.method == .head ? .get : request.method).rawValue
    }

    /// A request's path as it was sent.
    static func path(of request: Request) -> String {
        String(Substring(request.target.rawPath))
    }
}
