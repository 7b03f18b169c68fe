import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers `GET /lists/{list}/versions`: what of the history can be read.
///
/// With `at=V` the history is that of version V, which was the head once. The answer changes with the head, and with the oldest version, which
/// goes up by time as well; so it has a validator made of its bytes.
struct VersionLog {
    let reader: Reader

    func response(to request: Request, _ path: PathParameters) throws -> Response {
        let preconditions = try Preconditions(request)
        let list = try path.list()
        let parameters = try Parameters(request, allowing: ["before", "limit", "at"])
        let before = try parameters.number("before", in: 1...Int.max).map { Int64($0) }
        let version = try parameters.version()
        let limit = try PageRequest(parameters, reader.settings).limit
        try request.requireJSON()
        let created = try reader.store.snapshot(of: list, at: version).head.createdAt
        let page =
            try version.map { try self.page(of: list, at: $0, before: before, limit: limit) }
            ?? reader.store.versions(of: list, before: before, limit: limit)
        return DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(VersionPageRepresentation.bytes(page, of: list), kind: "h", version: page.head, created: created)
    }

    /// The history of a version, which is refused where it cannot be read.
    private func page(of list: ListID, at version: Int64, before: Int64?, limit: Int) throws -> VersionPage {
        let end = version < .max ? version + 1 : version
        let page = try reader.store.versions(of: list, before: min(before ?? end, end), limit: limit)
        // It may have left the history meanwhile.
        if page.oldest > version { _ = try reader.store.snapshot(of: list, at: version) }
        return VersionPage(oldest: page.oldest, head: version, versions: page.versions)
    }
}
