import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// The responses of a GET about a list.
enum ReadResponse {
    /// The parts of a representation's 200, and its tag without an encoding.
    static func parts(
        of shown: Representation, isPinned: Bool, acceptsGzip: Bool, _ settings: ListAPISettings
    ) -> (tag: String, headers: [Response.Header], body: ByteBuffer) {
        let encoded = ContentCoding.gzip(shown.body.bytes, accepted: acceptsGzip).map { ByteBuffer($0) }
        let plain = shown.entityTag(isGzip: false)
        let sent = encoded == nil ? plain : shown.entityTag(isGzip: true)
        return (plain, headers(of: shown, tag: sent, isPinned: isPinned, isGzip: encoded != nil, settings), encoded ?? shown.body)
    }

    /// The headers of a representation's 200.
    ///
    /// - Parameter tag: Of the encoding that is sent.
    static func headers(
        of shown: Representation, tag: String, isPinned: Bool, isGzip: Bool, _ settings: ListAPISettings
    ) -> [Response.Header] {
        var headers = [
            Response.Header(.contentType, MediaType.json),
            Response.Header(.eTag, tag),
            Response.Header(.listVersion, String(shown.version)),
            Response.Header(.listCreated, Timestamp.text(shown.created)),
            shown.isKept ? settings.cacheControl(cacheControl(shown, isPinned)) : Response.Header(.cacheControl, "no-store"),
            settings.varyOfLists,
        ]
        if let links = shown.links { headers.append(Response.Header(.link, links)) }
        if isGzip { headers.append(Response.Header(.contentEncoding, "gzip")) }
        return headers
    }

    /// 304 where the client has what the 200 would carry, in whatever encoding, else the 200.
    ///
    /// - Parameter tag: The tag without an encoding.
    static func conditional(_ request: Request, tag: String, prepared: PreparedResponse) -> Response? {
        // Most clients send the one tag that they have.
        if request.head.isValue(of: .ifNoneMatch, tag) { return Response(status: .notModified, body: .prepared(prepared)) }
        guard let value = request.headers[.ifNoneMatch] else { return Response(status: .ok, body: .prepared(prepared)) }
        guard let condition = EntityTagCondition(parsing: value) else { return nil }
        return Response(status: condition.matches(tag, comparison: .weak) ? .notModified : .ok, body: .prepared(prepared))
    }

    /// A version never changes, unless its answer depends on more than the list.
    private static func cacheControl(_ shown: Representation, _ isPinned: Bool) -> String {
        isPinned && shown.variant == nil ? "max-age=31536000, immutable" : "no-cache"
    }
}
