import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// `GET /lists`: the lists by id, a page at a time.
struct ListIndex {
    let reader: Reader

    func response(to request: Request) throws -> Response {
        let preconditions = try Preconditions(request)
        let parameters = try Parameters(request, allowing: ["prefix", "limit", "after", "of"])
        let settings = reader.settings
        let limit = try parameters.number("limit", in: 1...settings.largestPage) ?? min(settings.defaultPage, settings.largestPage)
        try request.requireJSON()
        // One more than asked for tells whether there is a next page.
        let found = try found(request, parameters, limit: limit + 1)
        let shown = Array(found.heads.prefix(limit))
        let next = found.heads.count > limit ? shown.last?.id.text : found.last.flatMap { position(behind: $0, request.grant) }
        return response(request, shown, next: next, parameters, preconditions)
    }

    private func found(_ request: Request, _ parameters: Parameters, limit: Int) throws -> ReachableLists.Found {
        let (prefix, after) = (parameters["prefix"] ?? "", try after(parameters))
        let lists = ReachableLists(grant: request.grant, prefix: prefix)
        guard let text = parameters["of"] else { return try lists.heads(in: reader.store, after: after, limit: limit) }
        guard let source = ListID(text) else { throw Parameters.problem("of", "“of” is no possible id of a list.") }
        return try lists.views(of: source, in: reader.store, prefix: prefix, after: after, limit: limit)
    }

    private func after(_ parameters: Parameters) throws(RequestProblem) -> String? {
        guard let text = parameters["after"] else { return nil }
        guard let id = ListCursor.id(text) else {
            throw Parameters.problem("after", "“after” is an id, or the “next” of a page that this run of the server gave out; begin anew.")
        }
        return id
    }

    /// The text of a position in the search, which tells nobody of a list out of reach.
    private func position(behind id: ListID, _ grant: Grant?) -> String? {
        grant?.reaches(id.text) ?? true ? id.text : ListCursor.text(behind: id.text)
    }

    private func response(
        _ request: Request, _ lists: [ListSnapshot], next: String?, _ parameters: Parameters, _ preconditions: Preconditions
    ) -> Response {
        var json = JSONWriter()
        json.beginObject()
        json.key("lists")
        json.beginArray()
        for list in lists { ListRepresentation.write(list.head, to: &json) }
        json.endArray()
        json.member("next", next)
        json.endObject()
        var response = DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(json.bytes, tag: Self.tag(of: lists, next: next), headers: [reader.settings.vary("Accept-Encoding")])
        if let next, response.status != .preconditionFailed {
            let query = (parameters.encoded(without: ["after"]) + ["after=" + PercentEncoding.segment(next)]).joined(separator: "&")
            response.headers.append(Response.Header(.link, "</lists?\(query)>; rel=\"next\""))
        }
        return response
    }

    /// The entity tag of a page, made of what its bytes depend on: a hash of all of them would take longer than making them.
    private static func tag(of lists: [ListSnapshot], next: String?) -> ContentTag {
        var facts: [UInt8] = []
        for list in lists {
            let head = list.head
            for number in [head.version, head.createdAt, head.updatedAt] {
                withUnsafeBytes(of: number.littleEndian) { facts.append(contentsOf: $0) }
            }
            // No id has a line feed in it.
            facts += head.id.text.utf8
            facts.append(UInt8(ascii: "\n"))
        }
        facts += (next ?? "").utf8
        return ContentTag("l", of: facts)
    }
}
