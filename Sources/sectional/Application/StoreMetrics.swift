import Foundations
import HTTPServing
import SQLiteStore

/// Metrics of a store with more than one sample.
struct StoreMetrics: MetricSource {
    let store: SQLiteListStore

    func write(to text: inout MetricText) {
        writeBatches(store.batchSizes, to: &text)
        writeHistory(store.historyCounts, to: &text)
        writeCaches(store.nodeCacheCounts, to: &text)
    }

    private func writeBatches(_ sizes: BatchSizes, to text: inout MetricText) {
        let name = "sectional_commit_writes"
        text.histogram(name, "Writes that were committed together.", bounds: BatchSizes.bounds.map { "\($0)" }, counts: sizes.counts)
        text.sample(name + "_sum", sizes.sum)
    }

    private func writeHistory(_ counts: HistoryCounts, to text: inout MetricText) {
        let gauges = [
            ("sectional_history_versions", "Versions that are readable beside the lists' heads.", counts.versions),
            ("sectional_history_bytes", "Bytes that old versions take beside the heads.", counts.bytes),
            ("sectional_garbage_versions", "Versions past the history whose rows are still to be deleted.", counts.uncollected),
            ("sectional_garbage_lists", "Deleted lists whose rows are still to be deleted.", counts.deletedLists),
        ]
        for (name, help, value) in gauges {
            text.write(name, .gauge, help, Int(value))
        }
    }

    private func writeCaches(_ counts: (decoded: CacheCounts, stored: CacheCounts), to text: inout MetricText) {
        let forms = [("decoded", counts.decoded), ("stored", counts.stored)]
        func write(_ name: String, _ kind: MetricText.Kind, _ help: String, _ read: (CacheCounts) -> Int) {
            text.begin(name, kind, help)
            for (form, counts) in forms { text.sample(name, read(counts), [("form", form)]) }
        }
        write("sectional_node_cache_hits_total", .counter, "Nodes of lists found in memory, by their form there.", \.hits)
        write("sectional_node_cache_misses_total", .counter, "Nodes of lists not found in memory in that form.", \.misses)
        write("sectional_node_cache_bytes", .gauge, "Bytes of nodes in memory, about.", \.cost)
    }
}

extension MetricText {
    /// Writes a histogram without labels, but for its sum.
    ///
    /// - Parameter counts: A number for each bound, and one for what is above all of them.
    mutating func histogram(_ name: String, _ help: String, bounds: [String], counts: [Int]) {
        begin(name, .histogram, help)
        var below = 0
        for (bound, count) in zip(bounds + ["+Inf"], counts) {
            below += count
            sample(name + "_bucket", below, [("le", bound)])
        }
        sample(name + "_count", below)
    }
}
