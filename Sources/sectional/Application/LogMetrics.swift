import HTTPServing
import PostgresLog
import SQLiteStore

/// Metrics of a log that the server shares with others.
struct LogMetrics: MetricSource {
    let log: PostgresLog
    let store: SQLiteListStore
    let bases: BaseKeeper

    func write(to text: inout MetricText) {
        let (figures, applied) = (log.figures, store.logStatus)
        text.write("sectional_log_position", .gauge, "The newest entry of the log that this server knows of.", Int(figures.position))
        text.write("sectional_log_applied", .gauge, "The newest entry that its readers see.", Int(applied.position))
        text.write("sectional_log_lag_seconds", .gauge, "Seconds since its readers saw all that the log had.", applied.lagSeconds)
        text.write(
            "sectional_log_apply_seconds_total", .counter, "Seconds that this server took to apply entries of others.", applied.applySeconds
        )
        text.write("sectional_leader", .gauge, "Whether this server sends the webhooks of all.", log.isLeading ? 1 : 0)
        text.begin("sectional_log_base_age_seconds", .gauge, "Seconds since the newest base of the log was made; the leader knows it.")
        if let age = bases.baseAge { text.sample("sectional_log_base_age_seconds", age) }
        text.write("sectional_log_checks_total", .counter, "Questions to the log what is new.", figures.checks)
        writeTraffic(figures, to: &text)
        writeWaits(figures.waits, to: &text)
    }

    private func writeTraffic(_ figures: LogFigures, to text: inout MetricText) {
        let ways = [("appended", figures.appended), ("read", figures.read)]
        text.begin("sectional_log_entries_total", .counter, "Entries that this server appended, and those that it read.")
        for (way, traffic) in ways { text.sample("sectional_log_entries_total", traffic.entries, [("way", way)]) }
        text.begin("sectional_log_entry_bytes_total", .counter, "Bytes of these entries.")
        for (way, traffic) in ways { text.sample("sectional_log_entry_bytes_total", traffic.bytes, [("way", way)]) }
    }

    private func writeWaits(_ waits: LockWaits, to text: inout MetricText) {
        let name = "sectional_log_lock_wait_seconds"
        text.histogram(
            name, "Seconds that this server waited for the log's lock.", bounds: LockWaits.bounds.map { "\($0)" }, counts: waits.counts)
        text.sample(name + "_sum", waits.sum)
    }
}
