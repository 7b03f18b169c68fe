/// One of the errors of a problem: its location in the request, and what is wrong there.
public struct ProblemDetail: Sendable, Hashable {
    /// A part of a request.
    public enum Location: Sendable, Hashable {
        /// A JSON pointer into the body.
        case pointer(String)
        /// The name of a query parameter or header.
        case parameter(String)
        /// A line of the body, counted from 1.
        case line(Int)
    }

    public let location: Location
    public let detail: String
    /// The keyword of a JSON schema that failed.
    public let keyword: String?

    public init(_ location: Location, _ detail: String, keyword: String? = nil) {
        self.location = location
        self.detail = detail
        self.keyword = keyword
    }
}
