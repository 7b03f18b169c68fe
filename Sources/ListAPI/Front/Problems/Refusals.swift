public import HTTPServing
import HTTPTypes
public import Wire

/// Problem documents as responses.
public enum Refusals {
    /// The response that says what is wrong with a request.
    static func response(
        to problem: RequestProblem, _ request: Request, members: [ProblemDocument.Member] = [], headers: [Response.Header] = []
    ) -> Response {
        response(to: problem, path: path(of: request), members: members, headers: headers)
    }

    /// The 412 that shows what is there now.
    ///
    /// - Parameters:
    ///   - current: The document that a GET shows; `nil` where there is nothing.
    ///   - operation: The index of the operation of a batch that asks; `nil` for the whole request.
    static func conflict(
        _ request: Request, current: [UInt8]?, headers: [Response.Header], operation: Int? = nil,
        detail: String = "What is there now is not what the request asks for; see “current”."
    ) -> Response {
        var problem = RequestProblem(.preconditionFailed, detail)
        if let operation { problem = problem.inOperation(operation) }
        let member = ProblemDocument.Member("current", json: current ?? Array("null".utf8))
        return response(to: problem, request, members: [member], headers: headers)
    }

    /// The response that says what is wrong, for a server that refuses a request before it is one.
    ///
    /// - Parameter path: The request's path as it was sent, as far as it is known.
    public static func response(to problem: RequestProblem, path: String) -> Response {
        response(to: problem, path: path, members: [], headers: [])
    }

    private static func response(
        to problem: RequestProblem, path: String, members: [ProblemDocument.Member], headers: [Response.Header]
    ) -> Response {
        let body = ProblemDocument(problem, instance: path, members: members).encoded()
        var all = [Response.Header(.contentType, MediaType.problem), Response.Header(.cacheControl, "no-store")] + headers
        if problem.slug == .unavailable { all.append(Response.Header(.retryAfter, "1")) }
        var response = Response(status: HTTPResponse.Status(code: problem.slug.status), headers: all, body: .bytes(body))
        response.failure = problem.slug.rawValue
        return response
    }

    /// A request's path as it was sent.
    static func path(of request: Request) -> String {
        String(Substring(request.target.rawPath))
    }
}
