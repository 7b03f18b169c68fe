import HTTPTypes

/// Puts a ``RouteTree`` together, route by route.
struct RouteTreeBuilder {
    /// A route of an endpoint: a number among all, and the names of its parameters.
    struct NumberedRoute: Sendable {
        let method: HTTPRequest.Method
        let number: Int
        let names: [String]
    }

    private struct Draft {
        var literals: [(segment: [UInt8], node: Int)] = []
        var parameter: Int?
        var pattern: RoutePattern?
        var routes: [NumberedRoute] = []
    }

    private var drafts = [Draft()]

    /// - Parameter routes: A route's number is its index among these.
    init(_ routes: [Route]) {
        for (number, route) in routes.enumerated() { insert(route, number) }
    }

    var root: RouteTree.Node { node(at: 0) }

    private func node(at index: Int) -> RouteTree.Node {
        let draft = drafts[index]
        return RouteTree.Node(
            literals: draft.literals.map { RouteTree.Literal(segment: $0.segment, node: node(at: $0.node)) },
            parameter: draft.parameter.map(node(at:)),
            endpoint: draft.pattern.map { RouteTree.Endpoint(pattern: $0, routes: draft.routes) })
    }

    private mutating func insert(_ route: Route, _ number: Int) {
        var node = 0
        for segment in route.pattern.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            node = Route.parameterName(segment) == nil ? literalChild(Array(segment.utf8), of: node) : parameterChild(of: node)
        }
        drafts[node].pattern = drafts[node].pattern ?? RoutePattern(text: route.pattern, number: node)
        drafts[node].routes.append(NumberedRoute(method: route.method, number: number, names: route.parameterNames))
    }

    private mutating func literalChild(_ segment: [UInt8], of node: Int) -> Int {
        if let known = drafts[node].literals.first(where: { $0.segment == segment }) { return known.node }
        drafts.append(Draft())
        drafts[node].literals.append((segment, drafts.count - 1))
        return drafts.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let known = drafts[node].parameter { return known }
        drafts.append(Draft())
        drafts[node].parameter = drafts.count - 1
        return drafts.count - 1
    }
}
