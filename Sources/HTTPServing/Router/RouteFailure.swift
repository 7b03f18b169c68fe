public import HTTPTypes

/// Why a request gets no response of a handler.
public enum RouteFailure: Sendable {
    case notFound
    /// No route has the request's method, whatever its path.
    case methodUnknown
    /// The router itself adds the `Allow` header to the response.
    case methodNotAllowed(allow: [HTTPRequest.Method])
    case badPath(PathError)
    /// The handler threw this.
    case thrown(any Error)
}
