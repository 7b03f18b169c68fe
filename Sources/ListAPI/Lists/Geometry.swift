import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Wire

/// `GET /lists/{list}/geometry`: the cells and heights of a version's items, run-length encoded, a page of sections at a time.
struct Geometry {
    private static let (largestPage, defaultPage) = (10_000, 1_000)

    let reader: Reader

    func response(to request: Request, _ path: PathParameters) throws -> Response {
        let preconditions = try Preconditions(request)
        let cells = reader.cells(accepting: try request.acceptedCellTypes())
        let parameters = try Parameters(request, allowing: ["offset", "limit", "at"])
        let list = try path.list()
        let version = try parameters.version()
        let page = try PageRequest(parameters, largest: Self.largestPage, standard: Self.defaultPage)
        try request.requireJSON()
        return try reader.read(list, at: version) { snapshot in
            switch try GeometryPage(snapshot: snapshot, cells: cells).content(parameters, page) {
            case .whole(let shown):
                try reader.respond(request, list, shown, cells, isPinned: version != nil, preconditions)
            case .streamed(let shown, let chunks):
                try stream(chunks, after: shown, of: snapshot, to: request, isPinned: version != nil, preconditions)
            }
        }
    }

    /// The response with a section that is too long to be held, in no cache of the server.
    private func stream(
        _ chunks: GeometryChunks, after shown: Representation, of snapshot: ListSnapshot, to request: Request, isPinned: Bool,
        _ preconditions: Preconditions
    ) throws -> Response {
        if let condition = preconditions.ifMatch, !condition.matches(version: snapshot.version, comparison: .strong) {
            // The list stands for what is too long to be part of a problem.
            let list = ResourceSerializer(snapshot: snapshot, cells: reader.cells(accepting: nil)).list()
            var response = reader.preconditionFailed(request, list)
            response.headers.append(reader.settings.varyOfLists)
            return response
        }
        let encoder = ContentCoding.acceptsGzip(request) ? GzipEncoder() : nil
        let plain = shown.entityTag(isGzip: false)
        let tag = encoder == nil ? plain : shown.entityTag(isGzip: true)
        let headers = ReadResponse.headers(of: shown, tag: tag, isPinned: isPinned, isGzip: encoder != nil, reader.settings)
        let stream = try PinnedStream(
            chunks, after: shown.body.array, encoder: encoder, pin: reader.store.pin(snapshot.version, ofList: snapshot.head.number),
            in: reader.settings.share(of: request),
            report: { [logger = reader.failures.logger] error in
                logger.warning(
                    "a geometry was cut", metadata: ["request": "\(request.id)", "version": "\(snapshot.version)", "error": "\(error)"])
            })
        let isKnown = preconditions.ifNoneMatch?.matches(plain, comparison: .weak) ?? false
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .stream(stream))
    }
}
