public import HTTPTypes

/// What a router finds for a method and a path.
public enum RouteMatch: Sendable {
    case matched(Route, PathParameters)
    /// The path is known, the method is not; `allow` are the methods that are, in the order of an `Allow` header.
    case methodNotAllowed(allow: [HTTPRequest.Method])
    case notFound
    case badPath(PathError)
}
