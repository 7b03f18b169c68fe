import HTTPServing
import HTTPTypes
import Lists
import Wire

/// Stands before the router and the response cache where the server asks for tokens: the one place that lets a request in.
///
/// A stranger learns of no route but the open ones. A request that is let in carries what its token grants.
struct Gate: Responder {
    let tokens: BearerTokens
    let settings: ListAPISettings
    let cache: ResponseCache
    let router: Router

    func respond(to request: Request) -> Answer {
        let path = request.target.rawPath
        guard let grant = tokens.grant(of: request) else {
            if isOpen(path) { return router.respond(to: request) }
            let problem = RequestProblem(.unauthorized, "A token that is valid here is needed: send Authorization: Bearer TOKEN.")
            return .response(Refusals.response(to: problem, request, headers: [Response.Header(.wwwAuthenticate, "Bearer")]))
        }
        var request = request
        request.grant = grant
        let match = router.match(request.method, path)
        if case .matched(let route, let parameters) = match {
            if let refusal = refusal(of: request, route, parameters, grant) { return .response(refusal) }
            if let response = cache.response(to: request) { return .response(response) }
        }
        return router.respond(to: request, match)
    }

    /// Whether what stands at a path is open to everybody, whatever the method.
    private func isOpen(_ path: Substring.UTF8View) -> Bool {
        guard case .matched(let route, _) = router.match(.get, path) else { return false }
        return route.needs == .nothing
    }

    private func refusal(of request: Request, _ route: Route, _ path: PathParameters, _ grant: Grant) -> Response? {
        switch route.needs {
        case .nothing: return nil
        case .scope(let scope), .list(let scope), .lists(let scope):
            guard grant.scope < scope else { break }
            let detail = "The token “\(grant.name)” has the scope \(grant.scope.rawValue), and this needs \(scope.rawValue)."
            return Refusals.response(to: RequestProblem(.forbidden, detail), request)
        }
        guard let list = lists(of: request, route, path).first(where: { !grant.reaches($0.text) }) else { return nil }
        // Nobody has looked whether there is such a list, so the answer says the same either way.
        let problem = RequestProblem(.listNotFound, "There is no list “\(list)” within reach of the token “\(grant.name)”.")
        return Refusals.response(to: problem, request, headers: route.method == .get ? [settings.varyOfLists] : [])
    }

    /// The lists that a request is about; none where it is about none, or where its handler will say that no list has such an id.
    private func lists(of request: Request, _ route: Route, _ path: PathParameters) -> [ListID] {
        if let text = path["list"] { return ListID(text).map { [$0] } ?? [] }
        guard let query = try? Query(request.target.rawQuery) else { return [] }
        switch route.needs {
        case .nothing, .scope: return []
        case .list: return [query["list"].map { ListID($0) } ?? settings.defaultList].compactMap(\.self)
        case .lists: return query["lists"]?.split(separator: ",").compactMap { ListID(String($0)) } ?? []
        }
    }
}
