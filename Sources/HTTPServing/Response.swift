public import HTTPTypes

/// An HTTP response: a status, headers in the order given, and a body.
public struct Response: Sendable {
    public var status: HTTPResponse.Status
    public var headers: [Header]
    public var body: ResponseBody

    public init(status: HTTPResponse.Status, headers: [Header] = [], body: ResponseBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response header. Values hold no control characters; the server drops a header that does.
    public struct Header: Sendable, Equatable {
        public let name: HTTPField.Name
        public let value: String

        public init(_ name: HTTPField.Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the first header of that name.
    public subscript(_ name: HTTPField.Name) -> String? {
        headers.first { $0.name == name }?.value
    }
}
