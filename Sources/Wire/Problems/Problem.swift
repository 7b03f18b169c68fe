import JSON
import Lists

/// An answer that says what went wrong (RFC 9457).
public struct Problem: Sendable {
    public let slug: ProblemSlug
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

    public init(_ slug: ProblemSlug, detail: String, instance: String, errors: [ProblemDetail] = [], members: [Member] = []) {
        self.slug = slug
        self.detail = detail
        self.instance = instance
        self.errors = errors
        self.members = members
    }

    public init(_ problem: RequestProblem, instance: String, members: [Member] = []) {
        self.init(problem.slug, detail: problem.detail, instance: instance, errors: problem.errors, members: members)
    }

    /// The HTTP status that goes with it.
    public var status: Int { slug.status }

    /// The body of the answer, `application/problem+json`.
    public func encoded() -> [UInt8] {
        var output: [UInt8] = []
        JSONText.append(literal: "{\"type\":\"/problems/", to: &output)
        JSONText.append(verbatim: slug.rawValue, to: &output)
        JSONText.append(literal: "\",\"title\":", to: &output)
        JSONText.append(slug.title, to: &output)
        JSONText.append(literal: ",\"status\":", to: &output)
        JSONText.append(slug.status, to: &output)
        JSONText.append(literal: ",\"detail\":", to: &output)
        JSONText.append(detail, to: &output)
        JSONText.append(literal: ",\"instance\":", to: &output)
        JSONText.append(instance, to: &output)
        if !errors.isEmpty { appendErrors(to: &output) }
        for member in members {
            output.append(UInt8(ascii: ","))
            JSONText.append(member.name, to: &output)
            output.append(UInt8(ascii: ":"))
            output.append(contentsOf: member.json)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }

    private func appendErrors(to output: inout [UInt8]) {
        JSONText.append(literal: ",\"errors\":[", to: &output)
        for (index, error) in errors.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            switch error.place {
            case .pointer(let pointer):
                JSONText.append(literal: "{\"pointer\":", to: &output)
                JSONText.append(pointer, to: &output)
            case .parameter(let name):
                JSONText.append(literal: "{\"parameter\":", to: &output)
                JSONText.append(name, to: &output)
            case .line(let line):
                JSONText.append(literal: "{\"line\":", to: &output)
                JSONText.append(line, to: &output)
            }
            JSONText.append(literal: ",\"detail\":", to: &output)
            JSONText.append(error.detail, to: &output)
            if let keyword = error.keyword {
                JSONText.append(literal: ",\"keyword\":", to: &output)
                JSONText.append(keyword, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
        output.append(UInt8(ascii: "]"))
    }
}
