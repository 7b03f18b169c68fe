import HTTPServing
import HTTPTypes
import Lists
import Wire

/// Answers `GET /lists/{list}/interactions`.
///
/// Interactions come without a version, so a page has a validator of its own, made of its bytes, and is in no cache.
struct InteractionLog {
    let reader: Reader

    func answer(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let preconditions = try Preconditions(request)
            let list = try path.list()
            let parameters = try Parameters(request, allowing: ["after", "limit"])
            let after = try parameters.number("after", in: 0...Int.max)
            let limit = try PageRequest(parameters, reader.settings).limit
            try request.requireJSON()
            let version = try reader.store.snapshot(of: list, at: nil).version
            let body = try InteractionPages(store: reader.store, list: list).page(after: after.map { Int64($0) }, limit: limit)
            return .response(response(request, body, version: version, preconditions))
        } catch {
            var response = reader.failures.response(to: error, request)
            response.headers.append(reader.settings.varyOfLists)
            return .response(response)
        }
    }

    private func response(_ request: Request, _ body: [UInt8], version: Int64, _ preconditions: Preconditions) -> Response {
        let text = Self.text(of: body)
        let encoded = ContentCoding.gzip(body, accepted: ContentCoding.acceptsGzip(request))
        let (plain, tag) = ("\"\(text)\"", encoded == nil ? "\"\(text)\"" : "\"\(text)-gz\"")
        var headers = [Response.Header(.listVersion, String(version)), Response.Header(.eTag, tag), reader.settings.varyOfLists]
        if let condition = preconditions.ifMatch, !condition.matches(exactly: plain), !condition.matches(exactly: "\"\(text)-gz\"") {
            let problem = RequestProblem(.preconditionFailed, "What is there now is not what the request asks for; see “current”.")
            return Refusals.response(to: problem, request, members: [Problem.Member("current", json: body)], headers: headers)
        }
        headers += [Response.Header(.contentType, MediaType.json), reader.settings.cacheControl("no-cache")]
        if encoded != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        let isKnown = preconditions.ifNoneMatch?.matches(exactly: tag) ?? false
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .bytes(encoded ?? body))
    }

    /// What stands between the quotes of a page's validator: `i` and half of its SHA-256.
    private static func text(of body: [UInt8]) -> String { "i" + SHA256Digest(of: body).hex.prefix(32) }
}
