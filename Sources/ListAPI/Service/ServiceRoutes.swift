import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// The routes about the server itself.
enum ServiceRoutes {
    private static let alive = health("alive")
    private static let ready = health("ready")

    static func all(_ store: any ListStore, _ metrics: MetricRegistry) -> [ScopedRoute] {
        [
            ScopedRoute(.get, "/healthz", requires: .nothing) { _, _ in .response(Response(status: .ok, body: .prepared(alive))) },
            ScopedRoute(.get, "/readyz", requires: .nothing) { _, _ in
                guard store.isReady else {
                    throw RequestProblem(.unavailable, "The store can't do its work now: the server's log says why.")
                }
                return .response(Response(status: .ok, body: .prepared(ready)))
            },
            CallerRoute.route,
            ScopedRoute(.get, "/metrics", requires: .everyList(.read)) { request, _ in .response(show(metrics.text(), request)) },
            ScopedRoute(.get, "/openapi.yaml", requires: .scope(.read)) { request, _ in .response(APIDescription.yaml.response(to: request))
            },
            ScopedRoute(.get, "/openapi.json", requires: .scope(.read)) { request, _ in .response(APIDescription.json.response(to: request))
            },
            ScopedRoute(.get, "/problems/{slug}", requires: .scope(.read)) { _, path in
                guard let slug = ProblemType.allCases.first(where: { UTF8Text.areEqual($0.rawValue, path["slug"] ?? "") }) else {
                    throw RequestProblem(.notFound, "There is no such problem.")
                }
                return explanation(of: slug)
            },
        ]
    }

    private static func show(_ text: MetricText, _ request: Request) -> Response {
        var headers = [
            Response.Header(.contentType, MetricText.mediaType), Response.Header(.cacheControl, "no-store"),
            Response.Header(.vary, "Accept-Encoding"),
        ]
        let encoded = ContentCoding.gzip(text.bytes, accepted: ContentCoding.acceptsGzip(request))
        if encoded != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        return Response(status: .ok, headers: headers, body: .bytes(encoded ?? text.bytes))
    }

    private static func health(_ word: String) -> PreparedResponse {
        let headers = [Response.Header(.contentType, MediaType.json), Response.Header(.cacheControl, "no-store")]
        return PreparedResponse(headers: headers, body: Array("{\"status\":\"\(word)\"}".utf8))
    }

    private static func explanation(of slug: ProblemType) -> PendingResponse {
        let text = "\(slug.title) (\(slug.status), \(slug.rawValue))\n\n\(slug.explanation)\n"
        let headers = [
            Response.Header(.contentType, MediaType.plainText), Response.Header(.cacheControl, "max-age=86400"),
        ]
        return .response(Response(status: .ok, headers: headers, body: .bytes(Array(text.utf8))))
    }
}
