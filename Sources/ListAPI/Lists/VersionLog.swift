import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers `GET /lists/{list}/versions`: what of the history can be read.
///
/// The answer changes with the head, and with the oldest version, which goes up by time as well; so it has a validator made of its bytes.
struct VersionLog {
    let reader: Reader

    func response(to request: Request, _ path: PathParameters) throws -> Response {
        let preconditions = try Preconditions(request)
        let list = try path.list()
        let parameters = try Parameters(request, allowing: ["before", "limit"])
        let before = try parameters.counter("before", from: 1)
        let limit = try PageRequest(parameters, reader.settings).limit
        try request.requireJSON()
        let page = try reader.store.versions(of: list, before: before, limit: limit)
        return DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(VersionPageRepresentation.bytes(page, of: list), kind: "h", version: page.head)
    }
}
