/// `server.…`: what the HTTP server spends on its clients.
struct ServerSettings: Sendable, Equatable {
    /// 0 for one a core.
    var threads = 0
    var connections = 10_000
    /// Seconds; 0 for none.
    var timeout = 60
}
