import JSON
import Lists

/// An answer that says what went wrong (RFC 9457).
public struct ProblemDocument: Sendable {
    public let slug: ProblemType
    public let detail: String
    /// The path of the request.
    public let instance: String
    public let errors: [ProblemDetail]
    /// Further members, each with its JSON text: `current`, `count`.
    public let members: [Member]

    /// A member beside those that every problem has.
    public struct Member: Sendable {
        public let name: String
        /// JSON text that is written as it is.
        public let json: [UInt8]

        public init(_ name: String, json: [UInt8]) {
            self.name = name
            self.json = json
        }
    }

    public init(_ slug: ProblemType, detail: String, instance: String, errors: [ProblemDetail] = [], members: [Member] = []) {
        self.slug = slug
        self.detail = detail
        self.instance = instance
        self.errors = errors
        self.members = members
    }

    public init(_ problem: RequestProblem, instance: String, members: [Member] = []) {
        let count = problem.count.map { [Member("count", json: Array(String($0).utf8))] } ?? []
        self.init(problem.slug, detail: problem.detail, instance: instance, errors: problem.errors, members: count + members)
    }

    /// The HTTP status that goes with it.
    public var status: Int { slug.status }

    /// The body of the answer, `application/problem+json`.
    public func encoded() -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("type", "/problems/\(slug.rawValue)")
        json.member("title", slug.title)
        json.member("status", slug.status)
        json.member("detail", detail)
        json.member("instance", instance)
        if !errors.isEmpty { writeErrors(to: &json) }
        for member in members {
            json.key(member.name)
            json.value(verbatim: member.json)
        }
        json.endObject()
        return json.bytes
    }

    private func writeErrors(to json: inout JSONWriter) {
        json.key("errors")
        json.beginArray()
        for error in errors {
            json.beginObject()
            if let item = error.item {
                json.member("list", item.list)
                json.member("item", item.item)
            }
            switch error.location {
            case .pointer(let pointer): json.member("pointer", pointer)
            case .parameter(let name): json.member("parameter", name)
            case .line(let line): json.member("line", line)
            case .inLine(let line, let pointer):
                json.member("line", line)
                json.member("pointer", pointer)
            }
            json.member("detail", error.detail)
            if let keyword = error.keyword { json.member("keyword", keyword) }
            json.endObject()
        }
        json.endArray()
    }
}
