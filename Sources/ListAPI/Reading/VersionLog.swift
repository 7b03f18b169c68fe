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

    func answer(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let preconditions = try Preconditions(request)
            let list = try path.list()
            let parameters = try Parameters(request, allowing: ["before", "limit"])
            let before = try parameters.counter("before", from: 1)
            let limit = try PageRequest(parameters, reader.settings).limit
            try request.requireJSON()
            let page = try reader.store.versions(of: list, before: before, limit: limit)
            let answer = DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            return .response(answer.response(VersionPageShape.bytes(page, of: list), kind: "h", version: page.head))
        } catch {
            return .response(reader.refusal(of: request, error))
        }
    }
}
