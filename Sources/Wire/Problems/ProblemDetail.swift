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
        /// A line of the body, and a JSON pointer into it.
        case inLine(Int, pointer: String)
    }

    public let location: Location
    public let detail: String
    /// The keyword of a JSON schema that failed.
    public let keyword: String?
    /// A stored item that it is about, and its list, where it is not about the request: then the pointer leads into the item's value.
    public let item: StoredItemName?

    /// The name of a stored item.
    public struct StoredItemName: Sendable, Hashable {
        public let list: String
        public let item: String

        public init(list: String, item: String) {
            self.list = list
            self.item = item
        }
    }

    public init(_ location: Location, _ detail: String, keyword: String? = nil, item: StoredItemName? = nil) {
        self.location = location
        self.detail = detail
        self.keyword = keyword
        self.item = item
    }
}
