/// Why a server does not start.
public enum ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The host is no address.
    case invalidHost(String)
    /// The system refused to listen: what was tried, its error code, and its words for that.
    case cannotListen(host: String, port: UInt16, operation: String, code: Int32, message: String)
    /// The C library did not start; its own words are in the log.
    case daemonNotStarted
    /// A server starts once.
    case startedBefore

    public var description: String {
        switch self {
        case .invalidHost(let host): "\"\(host)\" is not an IP address"
        case .cannotListen(let host, let port, _, _, let message): "cannot listen on \(host):\(port): \(message)"
        case .daemonNotStarted: "the HTTP server did not start"
        case .startedBefore: "this HTTP server was started before"
        }
    }
}
