import Settings
import HTTPServing
import MicroHTTPServer

extension ServerConfiguration {
    /// What the settings say about the HTTP server.
    ///
    /// - Parameter memory: What the API's drafts are counted in, too.
    init(_ settings: Settings, memory: MemoryBudget) {
        self.init(host: settings.host, port: UInt16(clamping: settings.port))
        threads = settings.server.threads
        connectionLimit = settings.server.connections
        connectionLimitEach = settings.server.connectionsEach
        headerSeconds = settings.server.headerSeconds
        bodyRate = settings.server.bodyRate
        self.memory = memory
        idleTimeout = settings.server.timeout
        bodyLimit = settings.limits.body
        targetLimit = settings.limits.uri
        headerLimit = settings.limits.headers
        connectionMemory = max(connectionMemory, settings.limits.uri + settings.limits.headers + Self.headroom)
    }

    /// Bytes beside target and headers that a connection's memory holds.
    private static let headroom = 8 * 1_024
}
