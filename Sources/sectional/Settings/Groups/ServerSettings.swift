/// `server.…`: what the HTTP server spends on its clients.
struct ServerSettings: Sendable, Equatable {
    /// 0 for one a core.
    var threads = 0
    var connections = 10_000
    /// 0 for half of all.
    var connectionsEach = 0
    var headerSeconds = 10.0
    /// Bytes a second.
    var bodyRate = 1_024
    /// Bytes.
    var memory = 256 << 20
    /// Seconds; 0 for none.
    var timeout = 60
    /// Patterns of what `Host` may be; none for the default of the address that the server listens on.
    var hosts: [String] = []
    /// CIDR blocks of the proxies whose forwarded addresses are believed.
    var trustedProxies: [String] = []
}
