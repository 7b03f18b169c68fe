public import HTTPTypes

/// Finds the handler of a request by its method and its path as sent.
///
/// A path is split at its slashes before anything in it is decoded, so an encoded slash stays inside its segment. A literal segment
/// is preferred to a parameter; a parameter never takes an empty segment, so a trailing slash makes another path. `HEAD` goes to
/// `GET`'s handler, and a known path answers `OPTIONS` with 204 and `Allow`. A router is a value and never changes.
public struct Router: Responder {
    /// Makes the response for a request that no handler takes.
    public typealias Refuse = @Sendable (RouteRefusal, Request) -> Response

    /// All routes in the order given.
    public let routes: [Route]
    private let tree: RouteTree
    private let everyMethod: [HTTPRequest.Method]
    private let refuse: Refuse

    /// - Parameters:
    ///   - routes: where two have the same method and path, the first one answers. Patterns that differ only in their parameters'
    ///     names are the same path.
    ///   - refuse: makes the responses of 404, 405 and bad paths; the router adds `Allow` to a 405.
    public init(routes: [Route], refusal refuse: @escaping Refuse) {
        self.routes = routes
        self.refuse = refuse
        tree = RouteTree(routes)
        everyMethod = RouteTree.allowed(routes.map(\.method))
    }

    public func respond(to request: Request) -> Answer {
        respond(to: request, match(request.method, request.target.rawPath))
    }

    /// The answer to a request whose match is known.
    public func respond(to request: Request, _ match: RouteMatch) -> Answer {
        switch match {
        case .matched(let route, let parameters):
            return route.handler(request, parameters)
        case .methodNotAllowed(let allow) where request.method == .options:
            return .response(Response(status: .noContent, headers: [Self.header(allow)]))
        case .methodNotAllowed(let allow):
            var response = refuse(.methodNotAllowed(allow: allow), request)
            if response[.allow] == nil { response.headers.append(Self.header(allow)) }
            return .response(response)
        case .notFound:
            return .response(refuse(.notFound, request))
        case .badPath(let error):
            return .response(refuse(.badPath(error), request))
        }
    }

    public func admit(_ head: Request) -> Admission {
        admit(head, match(head.method, head.target.rawPath))
    }

    /// The decision about a request whose match is known: what no handler takes is refused, an `OPTIONS` that the router answers is not.
    public func admit(_ head: Request, _ match: RouteMatch) -> Admission {
        guard case .matched(let route, _) = match else {
            guard case .response(let response) = respond(to: head, match), response.status.code >= 400 else {
                return .collected(limit: Route.unusedBodyLimit)
            }
            return .refused(response)
        }
        if let refusal = route.refusesBody(head) { return .refused(refusal) }
        return route.takesPieces(head) ? .inPieces : .collected(limit: route.bodyLimit)
    }

    /// Finds the route for a method and a path as sent.
    ///
    /// `OPTIONS` without a route of its own is ``RouteMatch/methodNotAllowed(allow:)`` on a known path.
    public func match(_ method: HTTPRequest.Method, _ rawPath: Substring.UTF8View) -> RouteMatch {
        if rawPath.first != UInt8(ascii: "/") {
            let isAsterisk = method == .options && rawPath.elementsEqual("*".utf8)
            return isAsterisk ? .methodNotAllowed(allow: everyMethod) : .badPath(.form)
        }
        return rawPath.withContiguousStorageIfAvailable { match(method, $0) }
            ?? Array(rawPath).withUnsafeBufferPointer { match(method, $0) }
    }

    private func match(_ method: HTTPRequest.Method, _ path: UnsafeBufferPointer<UInt8>) -> RouteMatch {
        var values: [String] = []
        do throws(PercentDecodingError) {
            guard let endpoint = try tree.find(path, values: &values) else {
                try check(path)
                return .notFound
            }
            let handled = method == .head ? .get : method
            let routes = endpoint.routes
            let found = routes.first { $0.route.method == method } ?? routes.first { $0.route.method == handled }
            guard let found else { return .methodNotAllowed(allow: endpoint.allow) }
            return .matched(found.route, PathParameters(names: found.names, values: values))
        } catch {
            return .badPath(.encoding(error))
        }
    }

    /// Syntax comes before existence: a malformed path is no unknown path.
    private func check(_ path: UnsafeBufferPointer<UInt8>) throws(PercentDecodingError) {
        for segment in path.split(separator: UInt8(ascii: "/")) {
            _ = try PercentDecoding.decode(UnsafeBufferPointer(rebasing: segment))
        }
    }

    private static func header(_ allow: [HTTPRequest.Method]) -> Response.Header {
        Response.Header(.allow, allow.map(\.rawValue).joined(separator: ", "))
    }
}
