public import HTTPTypes

/// Finds the handler of a request by its method and its path as sent.
///
/// A path is split at its slashes before anything in it is decoded, so an encoded slash stays inside its segment. A literal segment
/// is preferred to a parameter; a parameter never takes an empty segment, so a trailing slash makes another path. `HEAD` goes to
/// `GET`'s handler, and a known path answers `OPTIONS` with 204 and `Allow`. A router never changes.
public final class Router: Responder {
    /// Makes the response for a request that no handler answers.
    public typealias Fail = @Sendable (RouteFailure, Request) -> Response

    /// All routes in the order given.
    public let routes: [Route]
    private let tree: RouteTree
    /// The methods of all paths together, as an `Allow` header has them.
    public let everyMethod: [HTTPRequest.Method]
    private let fail: Fail

    /// - Parameters:
    ///   - routes: where two have the same method and path, the first one answers. Patterns that differ only in their parameters'
    ///     names are the same path.
    ///   - fail: makes the responses of 404, 405, unknown methods, bad paths and handlers that throw; the router adds `Allow` to a 405.
    public init(routes: [Route], fail: @escaping Fail) {
        self.routes = routes
        self.fail = fail
        tree = RouteTree(routes)
        everyMethod = RouteTree.allowed(routes.map(\.method))
    }

    public func admit(_ request: inout Request) -> Admission {
        guard case .route(let number, _) = match(&request).target else {
            // An `OPTIONS` that the router answers is not refused.
            guard case .response(let response) = respond(to: &request), response.status.code >= 400 else {
                return .collected(limit: Route.unusedBodyLimit)
            }
            return .refused(response)
        }
        let route = routes[number]
        do {
            try route.checkBody?(&request)
        } catch {
            return .refused(fail(.thrown(error), request))
        }
        return route.takesPieces(request) ? .inPieces : .collected(limit: route.bodyLimit)
    }

    public func respond(to request: inout Request) -> PendingResponse {
        switch match(&request).target {
        case .methodNotAllowed where isUnknown(request.method), .notFound where isUnknown(request.method),
            .badPath where isUnknown(request.method):
            return .response(fail(.methodUnknown, request))
        case .route(let number, let parameters):
            let route = routes[number]
            do {
                // Many clients name a type where there is no content; it is not looked at.
                if request.bodyType == nil, !request.body.isEmpty { try route.checkBody?(&request) }
                return try route.handler(request, parameters)
            } catch {
                return .response(fail(.thrown(error), request))
            }
        case .methodNotAllowed(let allow) where request.method == .options:
            return .response(Response(status: .noContent, headers: [Self.header(allow)]))
        case .methodNotAllowed(let allow):
            var response = fail(.methodNotAllowed(allow: allow), request)
            if response[.allow] == nil { response.headers.append(Self.header(allow)) }
            return .response(response)
        case .notFound:
            return .response(fail(.notFound, request))
        case .badPath(let error):
            return .response(fail(.badPath(error), request))
        }
    }

    /// Whether no path takes a method.
    private func isUnknown(_ method: HTTPRequest.Method) -> Bool { !everyMethod.contains(method) }

    /// Returns the match of a request: the known one, or one that the request carries from now on.
    public func match(_ request: inout Request) -> RouteMatch {
        if let known = request.match { return known }
        let found = match(request.method, request.target.rawPath)
        request.match = found
        return found
    }

    /// Finds the route for a method and a path as sent.
    ///
    /// `OPTIONS` without a route of its own is ``RouteMatch/Target/methodNotAllowed(allow:)`` on a known path.
    public func match(_ method: HTTPRequest.Method, _ rawPath: Substring.UTF8View) -> RouteMatch {
        if rawPath.first != UInt8(ascii: "/") {
            let isAsterisk = method == .options && rawPath.elementsEqual("*".utf8)
            return RouteMatch(isAsterisk ? .methodNotAllowed(allow: everyMethod) : .badPath(.form))
        }
        return rawPath.withContiguousStorageIfAvailable { match(method, $0) }
            ?? Array(rawPath).withUnsafeBufferPointer { match(method, $0) }
    }

    private func match(_ method: HTTPRequest.Method, _ path: UnsafeBufferPointer<UInt8>) -> RouteMatch {
        var values: [String] = []
        var flaw: PercentDecodingError?
        guard let endpoint = tree.find(path, values: &values, flaw: &flaw) else {
            // Syntax comes before existence: a malformed path is no unknown path.
            return RouteMatch((flaw ?? Self.flaw(of: path)).map { .badPath(.encoding($0)) } ?? .notFound)
        }
        if let flaw { return RouteMatch(.badPath(.encoding(flaw)), endpoint.pattern) }
        guard let (number, names) = endpoint.route(for: method) else {
            return RouteMatch(.methodNotAllowed(allow: endpoint.allow), endpoint.pattern)
        }
        return RouteMatch(.route(number, PathParameters(names: names, values: values)), endpoint.pattern)
    }

    private static func flaw(of path: UnsafeBufferPointer<UInt8>) -> PercentDecodingError? {
        for segment in path.split(separator: UInt8(ascii: "/")) {
            do throws(PercentDecodingError) {
                _ = try PercentDecoding.decode(UnsafeBufferPointer(rebasing: segment))
            } catch {
                return error
            }
        }
        return nil
    }

    private static func header(_ allow: [HTTPRequest.Method]) -> Response.Header {
        Response.Header(.allow, allow.map(\.rawValue).joined(separator: ", "))
    }
}
