import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Wire

/// `GET /lists/{list}/export`: a version of a list as NDJSON, streamed, in gzip where that is asked for and worth it.
struct Export {
    /// Compressing stands between the store and the socket, on a thread that serves others too: speed counts more than size.
    private static let level = 1

    let reader: Reader

    func response(to request: Request, _ path: PathParameters) throws -> Response {
        let preconditions = try Preconditions(request)
        let parameters = try Parameters(request, allowing: ["at"])
        let list = try path.list()
        let version = try parameters.version()
        try request.requireNDJSON()
        return try reader.read(list, at: version) { try response(to: request, $0, preconditions) }
    }

    /// - Throws: ``MissingRecord`` where the version was collected before it was pinned.
    private func response(to request: Request, _ snapshot: ListSnapshot, _ preconditions: Preconditions) throws -> Response {
        if let condition = preconditions.ifMatch, !condition.matches(version: snapshot.version, comparison: .strong) {
            // The body is no JSON, so the list stands for it.
            let list = ResourceSerializer(snapshot: snapshot, cells: reader.cells(accepting: nil)).list()
            var response = reader.preconditionFailed(request, list)
            response.headers.append(reader.settings.varyOfLists)
            return response
        }
        let pin = reader.store.pin(snapshot.version, ofList: snapshot.head.number)
        var lines = ExportLines(of: snapshot, cells: reader.cells(accepting: nil))
        // The first chunk is made now: a short list is all in it, which says whether gzip is worth it.
        var begin: [UInt8] = []
        try lines.append(to: &begin)
        let isWorthIt = begin.count > ContentCoding.smallest && ContentCoding.acceptsGzip(request)
        let encoder = isWorthIt ? GzipEncoder(level: Self.level) : nil
        let tag = ETagSyntax.version(snapshot.version, isGzip: encoder != nil)
        var headers = [
            Response.Header(.contentType, MediaType.ndjson), Response.Header(.eTag, tag),
            Response.Header(.cacheControl, "no-store"), reader.settings.varyOfLists,
        ]
        headers += .ofList(at: snapshot.version, created: snapshot.head.createdAt)
        if encoder != nil { headers.append(Response.Header(.contentEncoding, "gzip")) }
        let isKnown = preconditions.ifNoneMatch?.matches(ETagSyntax.version(snapshot.version), comparison: .weak) ?? false
        let stream = try PinnedStream(
            lines, after: begin, encoder: encoder, pin: pin, in: reader.settings.share(of: request),
            report: { [logger = reader.failures.logger] error in
                logger.warning(
                    "an export was cut", metadata: ["request": "\(request.id)", "version": "\(snapshot.version)", "error": "\(error)"])
            })
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .stream(stream))
    }
}
