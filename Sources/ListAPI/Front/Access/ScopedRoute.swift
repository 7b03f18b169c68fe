import HTTPServing
import HTTPTypes

/// A route, and what it asks of who calls it.
struct ScopedRoute: Sendable {
    let route: Route
    let requires: RequiredScope
    /// Whether it answers from the store's copy, which first catches up with what others have committed. The store's writer does so itself.
    let readsCopy: Bool

    /// - Parameters:
    ///   - readsCopy: False for a write that only the store's writer decides on.
    ///   - bodyLimit: This and the others as of ``HTTPServing/Route``.
    init(
        _ method: HTTPRequest.Method, _ pattern: String, requires: RequiredScope, readsCopy: Bool = true, bodyLimit: Int? = nil,
        checkBody: Route.BodyCheck? = nil, takesPieces: @escaping @Sendable (Request) -> Bool = { _ in false },
        handler: @escaping Route.Handler
    ) {
        route = Route(method, pattern, bodyLimit: bodyLimit, checkBody: checkBody, takesPieces: takesPieces, handler: handler)
        self.requires = requires
        self.readsCopy = readsCopy
    }

    /// Whether it shows something of lists, so that what it answers depends on how the client wants lists to be shown.
    var readsLists: Bool {
        switch requires {
        case .list, .lists: route.method == .get
        case .nothing, .scope, .everyList: false
        }
    }
}
