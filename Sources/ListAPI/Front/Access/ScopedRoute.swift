import HTTPServing
import HTTPTypes

/// A route, and what it asks of who calls it.
struct ScopedRoute: Sendable {
    let route: Route
    let requires: RequiredScope

    /// - Parameters: As of ``HTTPServing/Route``.
    init(
        _ method: HTTPRequest.Method, _ pattern: String, requires: RequiredScope, bodyLimit: Int? = nil,
        checkBody: Route.BodyCheck? = nil, takesPieces: @escaping @Sendable (Request) -> Bool = { _ in false },
        handler: @escaping Route.Handler
    ) {
        route = Route(method, pattern, bodyLimit: bodyLimit, checkBody: checkBody, takesPieces: takesPieces, handler: handler)
        self.requires = requires
    }

    /// Whether it shows something of lists, so that what it answers depends on how the client wants lists to be shown.
    var readsLists: Bool {
        switch requires {
        case .list, .lists: route.method == .get
        case .nothing, .scope, .everyList: false
        }
    }
}
