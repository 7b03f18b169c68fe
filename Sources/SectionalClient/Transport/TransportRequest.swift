public import Foundation

/// A request as a ``Transport`` sends it.
public struct TransportRequest: Sendable, Equatable {
    /// The method in capitals.
    public var method: String
    public var url: URL
    public var headers: [String: String]
    public var body: Data?
    /// The longest silence in seconds, not the longest duration.
    public var timeout: TimeInterval

    public init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: TimeInterval = 30) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
