import WebhookDelivery
import SQLiteStore
import MicroHTTPServer
import Settings
import Logging

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many connections the process's descriptors leave room for.
enum Descriptors {
    /// For the program itself: standard streams, sockets that wait for their clients' last bytes, files that a command opens.
    private static let base = 64
    /// For each thread: its epoll set, its wake-up, and a database connection's files.
    private static let ofThread = 8

    /// Raises the process's soft limit of open files to its hard one.
    ///
    /// - Returns: The limit that holds now; `nil` where the system does not say.
    static func raiseLimit() -> Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The connections that a server may hold open, so that its database, its webhooks and a few uploads always find a descriptor.
    ///
    /// - Parameter limit: Of all open files.
    static func connections(_ settings: Settings, threads: Int, limit: Int) -> Int {
        let reserved = base + threads * ofThread + settings.deliveries.limits.overall + settings.store.uploadLimit
        return max(1, min(settings.server.connectionLimit, limit - min(reserved, limit / 2)))
    }

    /// The settings with no more connections than there are descriptors for; a lowered limit is logged.
    static func fitting(_ settings: Settings, logger: Logger) -> Settings {
        guard let limit = raiseLimit() else { return settings }
        let threads = settings.server.threads > 0 ? settings.server.threads : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let count = connections(settings, threads: threads, limit: limit)
        guard count < settings.server.connectionLimit else { return settings }
        logger.warning(
            "server.connections is lowered: this process may open too few files (ulimit -n)",
            metadata: ["files": "\(limit)", "connections": "\(count)", "wanted": "\(settings.server.connectionLimit)"])
        var fitting = settings
        fitting.server.connectionLimit = count
        return fitting
    }
}
