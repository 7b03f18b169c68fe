public import HTTPTypes

/// Why a router hands a request to no handler.
public enum RouteRefusal: Sendable, Equatable {
    case notFound
    /// The router itself adds the `Allow` header to the response.
    case methodNotAllowed(allow: [HTTPRequest.Method])
    case badPath(PathError)
}
