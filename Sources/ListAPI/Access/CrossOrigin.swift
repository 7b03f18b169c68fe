import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// Lets pages of other origins read the answers in a browser (the Fetch standard's CORS protocol).
///
/// Preflights are answered before any token is asked for, since a browser sends none with them. An origin that is not allowed gets
/// its answers without a word on origins, and its browser keeps them from the page.
struct CrossOrigin: Middleware {
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
            .eTag, .listVersion, .link, .location, .contentLocation, .requestID, .idempotencyReplayed, .preferenceApplied, .retryAfter,
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

    func respond(to request: Request, next: any Responder) -> Answer {
        let allowed = allowedOrigin(of: request)
        if let allowed, request.method == .options, request.headers[.origin] != nil, request.headers[.accessControlRequestMethod] != nil {
            return .response(preflight(request, from: allowed))
        }
        return next.respond(to: request).map { exposed($0, to: allowed) }
    }

    func admit(_ head: Request, next: any Responder) -> Admission {
        next.admit(head).map { exposed($0, to: head) }
    }

    /// An answer with what lets the page that sent a request read it.
    func exposed(_ response: Response, to request: Request) -> Response {
        exposed(response, to: allowedOrigin(of: request))
    }

    /// The value of `Access-Control-Allow-Origin`; `nil` where the origin is absent or not allowed.
    private func allowedOrigin(of request: Request) -> String? {
        if !dependsOnOrigin { return Self.every }
        guard let origin = request.headers[.origin] else { return nil }
        return origins.first { UTF8Text.areEqual($0, origin) }
    }

    /// The answer that a browser asks for before it sends a request. A path that leads nowhere takes every method, so that a page gets
    /// to read the problem.
    private func preflight(_ request: Request, from origin: String) -> Response {
        let methods = methods(at: request.target.rawPath) ?? methods(at: ("*" as Substring).utf8) ?? []
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

    private func methods(at path: Substring.UTF8View) -> [HTTPRequest.Method]? {
        guard case .methodNotAllowed(let allow) = router.match(.options, path) else { return nil }
        return allow
    }

    /// An answer with what lets a page of an origin read it.
    private func exposed(_ response: Response, to origin: String?) -> Response {
        var response = dependsOnOrigin ? response.varyingByOrigin() : response
        if let origin {
            response.headers.append(Response.Header(.accessControlAllowOrigin, origin))
            response.headers.append(Self.shown)
        }
        return response
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
        if let place = headers.firstIndex(where: { $0.name == .vary }) {
            response.headers[place] = Header(.vary, "\(headers[place].value), \(name)")
        } else {
            response.headers.append(Header(.vary, name))
        }
        return response
    }
}
