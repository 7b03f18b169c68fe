public import Foundation

/// An answer whose body comes in pieces.
public struct TransportStream: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    /// The body as it comes; ends with the body, throws `URLError`. Dropping its iterator hangs up.
    public var chunks: AsyncThrowingStream<Data, any Error>

    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - headers: Names in any case.
    ///   - chunks: The body as it comes.
    public init(status: Int, headers: [String: String] = [:], chunks: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
        self.chunks = chunks
    }
}
