/// What is wrong with a request, as the parts that read it throw it.
public struct RequestProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let slug: ProblemType
    /// What is wrong this time; safe to show to a client.
    public let detail: String
    public let errors: [ProblemDetail]

    public init(_ slug: ProblemType, _ detail: String, errors: [ProblemDetail] = []) {
        self.slug = slug
        self.detail = detail
        self.errors = errors
    }

    /// A problem at one location, whose error says the same as its detail.
    public init(_ slug: ProblemType, _ detail: String, at location: ProblemDetail.Location) {
        self.init(slug, detail, errors: [ProblemDetail(location, detail)])
    }

    public var description: String { "\(slug.rawValue): \(detail)" }
}
