/// `server.…`: what the HTTP server spends on its clients.
public struct ServerSettings: Sendable, Equatable {
    /// 0 for one a core.
    public var threads = 0
    public var connections = 10_000
    /// 0 for half of all.
    public var connectionsEach = 0
    public var headerSeconds = 10.0
    /// Bytes a second.
    public var bodyRate = 1_024
    /// Bytes.
    public var memory = 256 << 20
    /// Seconds; 0 for none.
    public var timeout = 60
    /// Patterns of what `Host` may be; none for the default of the address that the server listens on.
    public var hosts: [String] = []
    /// CIDR blocks of the proxies whose forwarded addresses are believed.
    public var trustedProxies: [String] = []
}
