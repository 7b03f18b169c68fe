public import HTTPServing

/// The address and the bounds of a ``MicroHTTPServer``.
public struct ServerConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost` for 127.0.0.1. Names are not resolved.
    public var host: String
    /// A TCP port; 0 takes a free one.
    public var port: UInt16
    /// Threads that read, answer and write. 0 takes one for each core.
    public var threads = 0
    /// Connections held open at once; more wait in the system's queue.
    public var connectionLimit = 10_000
    /// Connections held open at once for one address, as ``PeerAddress/network`` counts them; more are closed as they come. 0 is half of
    /// ``connectionLimit``.
    public var connectionLimitEach = 0
    /// Seconds from the first byte of a request until its headers are whole; a slower one ends its connection, a second or so later.
    public var headerSeconds = 10.0
    /// Bytes a second that a body comes with at least, over any ``bodyWindow``; a slower one ends its connection with a bare 408. An answer that is
    /// read more slowly is cut.
    public var bodyRate = 1_024
    /// Seconds over which ``bodyRate`` is measured.
    public var bodyWindow = 30.0
    /// A connection on which nothing moves for that many seconds is closed; one that waits for its answer is not. 0 is never.
    public var idleTimeout = 60
    /// Bytes of a body that are collected for one request; a body that is taken in pieces may be of any length.
    public var bodyLimit = 16 * 1_024 * 1_024
    /// Counts collected bodies, and answers of more than 16 KiB until they are sent; others may share it.
    public var memory = MemoryBudget(limit: 256 << 20)
    /// Bytes of a request target.
    public var targetLimit = 8 * 1_024
    /// Bytes of all header lines together.
    public var headerLimit = 16 * 1_024
    /// Bytes of memory for each connection's request line, headers and pieces of bodies: somewhat more than both limits together, and at
    /// least a little more than 32 KiB. A request that does not fit gets the C library's own bare 414 or 431.
    public var connectionMemory = Self.leastConnectionMemory
    /// The library takes whole pages for more than 32 KiB, which `HeaderSection` builds on: these are 36 KiB. It reads into half of what it
    /// is told, and clears that half with each request.
    static let leastConnectionMemory = 32 * 1_024 + 1
    /// The hosts that are answered; a request for another one is refused as ``ServerRefusal/misdirected``.
    public var acceptsHost = HostRule.any

    public init(host: String = "127.0.0.1", port: UInt16 = 8_080) {
        self.host = host
        self.port = port
    }

    /// Whether a server can be asked to listen on a host: an IP address in its usual notation, or `localhost`.
    public static func accepts(host: String) -> Bool {
        SocketAddress(host, 0) != nil
    }
}
