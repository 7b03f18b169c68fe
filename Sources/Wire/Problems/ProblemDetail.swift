/// One of the errors of a problem: where it is and what is wrong there.
public struct ProblemDetail: Sendable, Hashable {
    /// Where in a request something is wrong.
    public enum Place: Sendable, Hashable {
        /// A JSON pointer into the body.
        case pointer(String)
        /// The name of a query parameter or header.
        case parameter(String)
        /// A line of the body, counted from 1.
        case line(Int)
    }

    public let place: Place
    public let detail: String
    /// The keyword of a JSON schema that failed.
    public let keyword: String?

    public init(_ place: Place, _ detail: String, keyword: String? = nil) {
        self.place = place
        self.detail = detail
        self.keyword = keyword
    }
}
