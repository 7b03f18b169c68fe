public import Foundation

/// A request as a ``Transport`` sends it.
public struct TransportRequest: Sendable, Equatable {
    /// The method in capitals.
    public var method: String
    /// The absolute URL.
    public var url: URL
    /// Headers by name.
    public var headers: [String: String]
    /// The body; nil for none.
    public var body: Data?
    /// The longest silence in seconds, not the longest duration.
    public var timeout: TimeInterval

    /// Makes a request; the timeout is in seconds without a byte.
    public init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: TimeInterval = 30) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
