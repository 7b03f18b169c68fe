/// Why a request got no whole response, wrapped once.
public struct CurlFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// libcurl's result code.
    public let code: UInt32
    /// The error in libcurl's words: "Failed to connect to localhost port 1".
    public let message: String
    /// The request: its method and URL.
    public let operation: String

    /// Whether the connection ended in the middle of a response that had begun.
    public let isCut: Bool

    public var description: String { "\(operation): \(message)" }
}
