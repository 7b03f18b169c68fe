import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// Answers `GET /lists/{list}/view`: a view's definition, and the version of its source that it shows.
struct ViewReading {
    let reader: Reader

    func response(to request: Request, _ path: PathParameters) throws -> Response {
        let preconditions = try Preconditions(request)
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        try request.requireJSON()
        guard let status = try reader.store.viewStatus(of: list), let view = status.head.head.properties.view else {
            throw RequestProblem(.notFound, "The list “\(list)” is no view.")
        }
        var json = JSONWriter()
        json.beginObject()
        json.member("list", list.text)
        json.member("view", view.text)
        json.member("source", status.source)
        json.member("current", status.isCurrent)
        json.endObject()
        return DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(json.bytes, kind: "w", version: status.head.version, created: status.head.head.createdAt)
    }
}
