public import HTTPTypes

/// The match of a request: found once by a ``Router``, and carried by the request and its copies.
public final class RouteMatch: Sendable {
    /// The target for the request's method.
    public enum Target: Sendable {
        /// The route of that number in ``Router/routes``.
        case route(Int, PathParameters)
        /// The path is known, the method is not; `allow` are the methods that are, in the order of an `Allow` header.
        case methodNotAllowed(allow: [HTTPRequest.Method])
        case notFound
        case badPath(PathError)
    }

    public let target: Target
    /// The path's pattern, whatever the method; `nil` for a path that leads nowhere.
    public let pattern: RoutePattern?

    init(_ target: Target, _ pattern: RoutePattern? = nil) {
        self.target = target
        self.pattern = pattern
    }
}

/// A pattern of paths among those of a ``Router``.
public final class RoutePattern: Sendable {
    /// Such as `/lists/{list}`.
    public let text: String
    /// Tells the patterns of a router apart; small.
    let number: Int

    init(text: String, number: Int) {
        self.text = text
        self.number = number
    }
}
