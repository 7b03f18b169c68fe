import HTTPServing
import HTTPTypes
import JSON
import Wire

/// The routes of the page for browsers. They show nothing of lists, and so need no token; the page itself asks for one.
enum PageRoutes {
    static func all(_ settings: ListAPISettings) -> [ScopedRoute] {
        guard settings.hasPage else { return [] }
        let files = PageFile.files(picturesFrom: settings.pictureOrigins)
        return [
            ScopedRoute(.get, "/", requires: .nothing) { request, _ in
                let vary = settings.vary("Accept, Accept-Encoding")
                guard request.names("text/html") else { return .response(try index(request, settings, vary)) }
                return .response(try file("index.html", of: files, request, vary))
            },
            ScopedRoute(.get, "/ui/{file}", requires: .nothing) { request, path in
                .response(try file("ui/" + (path["file"] ?? ""), of: files, request, settings.vary("Accept-Encoding")))
            },
        ]
    }

    private static func file(
        _ name: String, of files: [String: PageFile], _ request: Request, _ vary: Response.Header
    ) throws -> Response {
        guard let file = files[name], UTF8Text.areEqual(file.name, name) else {
            throw RequestProblem(.notFound, "The page has no such file.")
        }
        return try file.response(to: request, vary: vary)
    }

    /// The entry to the server's resources, for programs.
    private static func index(_ request: Request, _ settings: ListAPISettings, _ vary: Response.Header) throws -> Response {
        _ = try Preconditions(request)
        var json = JSONWriter()
        json.beginObject()
        for (key, value) in [
            ("name", "Sectional"), ("version", settings.programVersion), ("lists", "/lists"), ("openapi", "/openapi.json"),
            ("problems", "/problems/{slug}"), ("metrics", "/metrics"),
        ] {
            json.key(key)
            json.string(value)
        }
        json.endObject()
        let headers = [Response.Header(.contentType, MediaType.json), Response.Header(.cacheControl, "no-cache"), vary]
        return Response(status: .ok, headers: headers, body: .bytes(json.bytes))
    }
}
