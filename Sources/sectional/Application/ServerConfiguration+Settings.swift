import MicroHTTPServer

extension ServerConfiguration {
    /// What the settings say about the HTTP server.
    init(_ settings: Settings) {
        self.init(host: settings.host, port: UInt16(clamping: settings.port))
        threads = settings.server.threads
        connectionLimit = settings.server.connections
        idleTimeout = settings.server.timeout
        bodyLimit = settings.limits.body
        targetLimit = settings.limits.uri
        headerLimit = settings.limits.headers
        connectionMemory = max(connectionMemory, settings.limits.uri + settings.limits.headers + Self.headroom)
    }

    /// Bytes beside target and headers that a connection's memory holds.
    private static let headroom = 8 * 1_024
}
