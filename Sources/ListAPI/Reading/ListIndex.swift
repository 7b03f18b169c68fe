import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// `GET /lists`: the lists by id, a page at a time.
struct ListIndex {
    let reader: Reader

    func answer(_ request: Request) -> Answer {
        do {
            let preconditions = try Preconditions(request)
            let parameters = try Parameters(request, allowing: ["prefix", "limit", "after"])
            let settings = reader.settings
            let limit = try parameters.number("limit", in: 1...settings.largestPage) ?? min(settings.defaultPage, settings.largestPage)
            try request.requireJSON()
            // One more than asked for tells whether there is a next page.
            let found = try ReachableLists(grant: request.grant, prefix: parameters["prefix"] ?? "")
                .heads(in: reader.store, after: parameters["after"], limit: limit + 1)
            return .response(response(request, Array(found.prefix(limit)), hasMore: found.count > limit, parameters, preconditions))
        } catch {
            return .response(reader.failures.response(to: error, request))
        }
    }

    private func response(
        _ request: Request, _ lists: [ListSnapshot], hasMore: Bool, _ parameters: Parameters, _ preconditions: Preconditions
    ) -> Response {
        let next = hasMore ? lists.last?.id.text : nil
        var body: [UInt8] = []
        JSONText.append(literal: "{\"lists\":[", to: &body)
        for (index, list) in lists.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            ListShape.append(list.head, to: &body)
        }
        JSONText.append(literal: "],\"next\":", to: &body)
        JSONText.append(next, to: &body)
        body.append(UInt8(ascii: "}"))
        var response = DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(body, kind: "l", headers: [reader.settings.vary("Accept-Encoding")])
        if let next, response.status != .preconditionFailed {
            let query = (parameters.encoded(without: ["after"]) + ["after=" + PercentEncoding.segment(next)]).joined(separator: "&")
            response.headers.append(Response.Header(.link, "</lists?\(query)>; rel=\"next\""))
        }
        return response
    }
}
