import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The responses of a GET whose answer is not of one version: its validator is made of its bytes, and it is in no cache of the server.
struct DigestResponse {
    let request: Request
    let settings: ListAPISettings
    let preconditions: Preconditions

    /// The 200 of an answer about a list, or the 304 or 412 that the request's conditions make of it.
    ///
    /// - Parameters:
    ///   - kind: As in ``ContentTag``.
    ///   - version: The list's newest version.
    ///   - created: When the list was made: milliseconds since 1970, UTC.
    func response(_ body: [UInt8], kind: String, version: Int64, created: Int64) -> Response {
        response(body, tag: ContentTag(kind, of: body), headers: .ofList(at: version, created: created) + [settings.varyOfLists])
    }

    /// As above, with headers that all three have.
    ///
    /// - Parameter tag: Of the body.
    func response(_ body: [UInt8], tag: ContentTag, headers: [Response.Header]) -> Response {
        let encoded = ContentCoding.gzip(body, accepted: ContentCoding.acceptsGzip(request))
        var headers = headers + [Response.Header(.eTag, tag.header(isGzip: encoded != nil))]
        if let condition = preconditions.ifMatch, !condition.matches(tag.plain, comparison: .strong) {
            return Refusals.conflict(request, current: body, headers: headers)
        }
        headers += [Response.Header(.contentType, MediaType.json), settings.cacheControl("no-cache")]
        if encoded != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        let isKnown = preconditions.ifNoneMatch?.matches(tag.plain, comparison: .weak) ?? false
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .bytes(encoded ?? body))
    }
}
