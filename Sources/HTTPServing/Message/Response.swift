import Foundations
public import HTTPTypes

/// An HTTP response: a status, headers in the order given, and a body.
public struct Response: Sendable {
    public var status: HTTPResponse.Status
    public var headers: [Header]
    public var body: ResponseBody
    /// The log's name for the failure behind this response, a word; `nil` where nothing failed. It is not sent.
    public var failure: String?

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

        /// Whether the value can stand in a header: it is not empty and holds no control character but tabs.
        public var isSendable: Bool {
            value.utf8.span.withUnsafeBytes { bytes in
                !bytes.isEmpty && (!ASCII.hasControl(bytes) || !bytes.contains { ASCII.isControl($0) && !ASCII.isBlank($0) })
            }
        }
    }

    /// All headers in the order in which they are sent: those of a prepared body first.
    public var allHeaders: [Header] {
        if case .prepared(let prepared) = body { return prepared.headers + headers }
        return headers
    }

    /// The value of the first header of that name, a prepared body's headers among them.
    public subscript(_ name: HTTPField.Name) -> String? {
        if case .prepared(let prepared) = body, let header = prepared.headers.first(where: { $0.name == name }) {
            return header.value
        }
        return headers.first { $0.name == name }?.value
    }
}
