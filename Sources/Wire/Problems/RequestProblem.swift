/// A problem of a request, thrown by the parts that read it.
public struct RequestProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let slug: ProblemType
    /// The description of this occurrence; safe to show to a client.
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
