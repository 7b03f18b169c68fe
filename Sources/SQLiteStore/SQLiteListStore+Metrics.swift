public import Foundations

/// The store's counters, since it was opened unless said otherwise. Any thread may ask.
extension SQLiteListStore {
    /// Transactions that changed something: with the writes that were acknowledged, how well they group.
    public var commitCount: Int { writing?.writer.metrics.counts.commits ?? 0 }

    /// Writes that were run, refused ones too.
    public var writeCount: Int { writing?.writer.metrics.counts.writes ?? 0 }

    /// Versions made.
    public var versionCount: Int { writing?.writer.metrics.counts.versions ?? 0 }

    /// Writes that wait for the writer now.
    public var waitingWriteCount: Int { writing?.writer.queue.count ?? 0 }

    /// How many writes were committed together.
    public var batchSizes: BatchSizes { writing?.writer.metrics.counts.batches ?? BatchSizes() }

    /// The present histories of all lists; counted from the store's first moments on.
    public var historyCounts: HistoryCounts { writing?.writer.metrics.counts.history ?? HistoryCounts() }

    /// The cache of nodes: those that are decoded, and those in their stored form, which are asked for where the first has nothing.
    public var nodeCacheCounts: (decoded: CacheCounts, stored: CacheCounts) { records.nodes.counts }

    /// How many views there are, and how many of them could not be brought up to date.
    public var viewCounts: (all: Int, behind: Int) {
        let index = publishedViews.index
        return (index.views.count, index.behindCount)
    }
}
