/// A problem of a request, thrown by the parts that read it.
public struct RequestProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let slug: ProblemType
    /// The description of this occurrence; safe to show to a client.
    public let detail: String
    public let errors: [ProblemDetail]
    /// Things that are wrong, where `errors` may name but the first of them.
    public let count: Int?

    public init(_ slug: ProblemType, _ detail: String, errors: [ProblemDetail] = [], count: Int? = nil) {
        self.slug = slug
        self.detail = detail
        self.errors = errors
        self.count = count
    }

    /// A problem at one location, whose error says the same as its detail.
    public init(_ slug: ProblemType, _ detail: String, at location: ProblemDetail.Location) {
        self.init(slug, detail, errors: [ProblemDetail(location, detail)])
    }

    public var description: String { "\(slug.rawValue): \(detail)" }
}
