public import Foundation

/// A whole answer.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    /// The whole body.
    public var body: Data

    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - headers: Names in any case.
    ///   - body: The whole body.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
        self.body = body
    }
}
