import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// The routes about the server itself.
enum ServiceRoutes {
    static func all(_ store: any ListStore, _ metrics: MetricRegistry) -> [Route] {
        [
            Route(.get, "/healthz", needs: .nothing) { _, _ in health("alive", .ok) },
            Route(.get, "/readyz", needs: .nothing) { request, _ in
                guard store.isReady else {
                    let problem = RequestProblem(.unavailable, "The store can't do its work now: the server's log says why.")
                    return .response(Refusals.response(to: problem, request))
                }
                return health("ready", .ok)
            },
            Route(.get, "/metrics", needs: .everyList(.read)) { request, _ in .response(show(metrics.text(), request)) },
            Route(.get, "/openapi.yaml", needs: .scope(.read)) { request, _ in APIDescription.yaml.answer(request) },
            Route(.get, "/openapi.json", needs: .scope(.read)) { request, _ in APIDescription.json.answer(request) },
            Route(.get, "/problems/{slug}", needs: .scope(.read)) { request, path in
                guard let slug = ProblemSlug.allCases.first(where: { UTF8Text.areEqual($0.rawValue, path["slug"] ?? "") }) else {
                    return .response(Refusals.response(to: RequestProblem(.notFound, "There is no such problem."), request))
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

    private static func health(_ word: String, _ status: HTTPResponse.Status) -> Answer {
        let headers = [Response.Header(.contentType, MediaType.json), Response.Header(.cacheControl, "no-store")]
        return .response(Response(status: status, headers: headers, body: .bytes(Array("{\"status\":\"\(word)\"}".utf8))))
    }

    private static func explanation(of slug: ProblemSlug) -> Answer {
        let text = "\(slug.title) (\(slug.status), \(slug.rawValue))\n\n\(slug.explanation)\n"
        let headers = [
            Response.Header(.contentType, MediaType.plainText), Response.Header(.cacheControl, "max-age=86400"),
        ]
        return .response(Response(status: .ok, headers: headers, body: .bytes(Array(text.utf8))))
    }
}
