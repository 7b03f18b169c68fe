import HTTPServing
import HTTPTypes
import Lists
import Wire

/// Refuses what a token's scope or its patterns of lists do not reach.
struct RouteRule: Sendable {
    /// The list of a request that names none.
    let defaultList: ListID?
    /// The `Vary` of what shows lists.
    let varyOfLists: @Sendable () -> Response.Header

    /// The response to a request for a route that its token does not reach; `nil` where it does.
    func refusal(of request: Request, _ route: ScopedRoute, _ path: PathParameters, _ grant: Grant) -> Response? {
        switch route.requires {
        case .nothing: return nil
        case .scope(let scope), .everyList(let scope), .list(let scope), .lists(let scope):
            guard grant.scope < scope else { break }
            let detail = "The token “\(grant.name)” has the scope \(grant.scope.rawValue), and this needs \(scope.rawValue)."
            return Refusals.response(to: RequestProblem(.forbidden, detail), request)
        }
        if case .everyList = route.requires, grant.lists != nil {
            let detail = "The token “\(grant.name)” reaches some lists only, and this is about all."
            return Refusals.response(to: RequestProblem(.forbidden, detail), request)
        }
        guard let list = lists(of: request, route, path).first(where: { !grant.reaches($0.text) }) else { return nil }
        // Nobody has looked whether there is such a list, so the answer says the same either way.
        let problem = RequestProblem(.listNotFound, "There is no list “\(list)” within reach of the token “\(grant.name)”.")
        return Refusals.response(to: problem, request, headers: route.readsLists ? [varyOfLists()] : [])
    }

    /// The lists that a request is about; none where it is about none, or where its handler will say that no list has such an id.
    private func lists(of request: Request, _ route: ScopedRoute, _ path: PathParameters) -> [ListID] {
        if let text = path["list"] { return ListID(text).map { [$0] } ?? [] }
        guard let query = try? Query(request.target.rawQuery) else { return [] }
        switch route.requires {
        case .nothing, .scope, .everyList: return []
        case .list: return [query["list"].map { ListID($0) } ?? defaultList].compactMap(\.self)
        case .lists: return query["lists"]?.utf8.split(separator: UInt8(ascii: ",")).compactMap { ListID(String(Substring($0))) } ?? []
        }
    }
}
