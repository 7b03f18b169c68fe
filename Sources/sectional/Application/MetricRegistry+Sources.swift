import HTTPServing
import MicroHTTPServer
import SQLiteStore

extension MetricRegistry {
    /// Adds the server's metrics. The registry does not keep the server alive, since the server keeps the registry.
    func add(server: MicroHTTPServer, memory: MemoryBudget) {
        add(
            MetricReading("sectional_http_requests_suspended", .gauge, "Requests that wait for the writer, without a thread.") {
                [weak server] in server?.deferredRequestCount ?? 0
            })
        add(
            MetricReading("sectional_memory_bytes", .gauge, "Bytes of server.memory in use: bodies, drafts, unread answers and events.") {
                memory.usedCount
            })
        add(
            MetricReading(
                "sectional_connections_refused_total", .counter, "Connections closed as they came: their address has too many."
            ) { [weak server] in server?.refusedConnectionCount ?? 0 })
        add(
            MetricReading(
                "sectional_connections_slow_total", .counter, "Connections ended because headers or a body came too slowly."
            ) { [weak server] in server?.slowConnectionCount ?? 0 })
        add(
            MetricReading("sectional_connections", .gauge, "Connections open now.") { [weak server] in server?.connectionCount ?? 0 })
        add(
            MetricReading("sectional_http_requests_active", .gauge, "Requests being read, answered or sent now.") { [weak server] in
                server?.activeRequestCount ?? 0
            })
    }

    /// Adds the store's metrics.
    func add(store: SQLiteListStore) {
        add(MetricReading("sectional_commits_total", .counter, "Transactions committed.") { store.commitCount })
        add(MetricReading("sectional_writes_total", .counter, "Writes run by the writer, refused ones too.") { store.writeCount })
        add(MetricReading("sectional_versions_total", .counter, "Versions of lists made.") { store.versionCount })
        add(MetricReading("sectional_writes_waiting", .gauge, "Writes that wait for the writer.") { store.waitingWriteCount })
        add(MetricReading("sectional_views", .gauge, "Views of lists.") { store.viewCounts.all })
        add(
            MetricReading("sectional_views_behind", .gauge, "Views that do not show all that was written to their sources.") {
                store.viewCounts.behind
            })
        add(StoreMetrics(store: store))
    }
}
