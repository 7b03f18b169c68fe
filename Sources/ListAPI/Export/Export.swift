import HTTPServing
import HTTPTypes
import Lists
import Logging
import Wire

/// `GET /lists/{list}/export`: a version of a list as NDJSON, streamed.
struct Export {
    let reader: Reader

    func answer(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let preconditions = try Preconditions(request)
            let parameters = try Parameters(request, allowing: ["at"])
            let list = try path.list()
            let snapshot = try reader.store.snapshot(of: list, at: try parameters.version())
            if let condition = preconditions.ifMatch, !condition.matches(version: snapshot.version) {
                // The body is no JSON, so the list stands for it.
                var response = reader.preconditionFailed(request, Things(snapshot: snapshot, settings: reader.settings).list())
                response.headers.append(reader.settings.varyOfLists)
                return .response(response)
            }
            return .response(response(to: request, snapshot, preconditions))
        } catch {
            var response = reader.failures.response(to: error, request)
            response.headers.append(reader.settings.varyOfLists)
            return .response(response)
        }
    }

    private func response(to request: Request, _ snapshot: ListSnapshot, _ preconditions: Preconditions) -> Response {
        let tag = ETagSyntax.version(snapshot.version)
        let headers = [
            Response.Header(.contentType, MediaType.ndjson), Response.Header(.eTag, tag),
            Response.Header(.listVersion, String(snapshot.version)), Response.Header(.cacheControl, "no-store"),
            reader.settings.varyOfLists,
        ]
        let isKnown = preconditions.ifNoneMatch?.matches(exactly: tag) ?? false
        let stream = ExportStream(
            ExportLines(of: snapshot, naming: reader.settings.naming),
            pin: reader.store.pin(snapshot.version, ofList: snapshot.head.number),
            report: { [logger = reader.failures.logger] error in
                logger.warning(
                    "an export was cut", metadata: ["request": "\(request.id)", "version": "\(snapshot.version)", "error": "\(error)"])
            })
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .stream(stream))
    }
}
