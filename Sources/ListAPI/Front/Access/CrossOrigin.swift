import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// Lets pages of other origins read the answers in a browser (the Fetch standard's CORS protocol).
///
/// Preflights are answered before any token is asked for, since a browser sends none with them. An origin that is not allowed gets
/// its answers without a word on origins, and its browser keeps them from the page.
struct CrossOrigin: Sendable {
    private static let every = "*"
    /// Seconds that a browser need not ask again: the most that Chromium believes.
    private static let preflightSeconds = 7_200
    private static let taken = header(
        .accessControlAllowHeaders,
        [
            .accept, .acceptCellTypes, .authorization, .cacheControl, .contentType, .idempotencyKey, .ifMatch, .ifNoneMatch, .lastEventID,
            .prefer,
        ])
    private static let shown = header(
        .accessControlExposeHeaders,
        [
            .eTag, .listVersion, .link, .location, .contentLocation, .requestID, .idempotencyReplayed, .preferenceApplied,
            .retryAfter, .listCreated,
        ])

    private let origins: [String]
    private let dependsOnOrigin: Bool
    private let router: Router

    /// - Parameter router: Knows the methods of a path.
    init(origins: [String], router: Router) {
        self.origins = origins
        dependsOnOrigin = Self.dependsOnOrigin(origins)
        self.router = router
    }

    /// Whether answers differ by origin.
    static func dependsOnOrigin(_ origins: [String]) -> Bool { !origins.isEmpty && !origins.contains(every) }

    /// The answer that a browser asks for before it sends a request of an allowed origin; `nil` for another request. A path that leads
    /// nowhere takes every method, so that a page gets to read the problem.
    func preflight(_ request: inout Request) -> Response? {
        guard request.method == .options, request.headers[.origin] != nil, request.headers[.accessControlRequestMethod] != nil,
            let origin = allowedOrigin(of: request)
        else { return nil }
        let match = router.match(&request)
        let methods = if case .methodNotAllowed(let allow) = match.target { allow } else { router.everyMethod }
        let list = methods.map(\.rawValue).joined(separator: ", ")
        let response = Response(
            status: .noContent,
            headers: [
                Response.Header(.allow, list), Response.Header(.accessControlAllowMethods, list),
                Self.taken, Response.Header(.accessControlMaxAge, String(Self.preflightSeconds)),
                Response.Header(.accessControlAllowOrigin, origin),
            ])
        return dependsOnOrigin ? response.varyingByOrigin() : response
    }

    /// An answer with what lets the page that sent a request read it. That to a preflight is for the browser alone, and says all already.
    func exposed(_ response: Response, to request: Request) -> Response {
        guard response[.accessControlAllowOrigin] == nil else { return response }
        var response = dependsOnOrigin ? response.varyingByOrigin() : response
        if let origin = allowedOrigin(of: request) {
            response.headers.append(Response.Header(.accessControlAllowOrigin, origin))
            response.headers.append(Self.shown)
        }
        return response
    }

    /// The value of `Access-Control-Allow-Origin`; `nil` where the origin is absent or not allowed.
    private func allowedOrigin(of request: Request) -> String? {
        if !dependsOnOrigin { return Self.every }
        guard let origin = request.headers[.origin] else { return nil }
        return origins.first { UTF8Text.areEqual($0, origin) }
    }

    private static func header(_ name: HTTPField.Name, _ names: [HTTPField.Name]) -> Response.Header {
        Response.Header(name, names.map(\.rawName).joined(separator: ", "))
    }
}

extension Response {
    /// The response with the origin among what it depends on.
    fileprivate func varyingByOrigin() -> Response {
        let name = "Origin"
        guard self[.vary]?.hasSuffix(name) != true else { return self }
        var response = self
        if let index = headers.firstIndex(where: { $0.name == .vary }) {
            response.headers[index] = Header(.vary, "\(headers[index].value), \(name)")
        } else {
            response.headers.append(Header(.vary, name))
        }
        return response
    }
}
