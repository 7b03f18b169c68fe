import Lists
import Logging
import Ports

/// Lets versions leave the history and deletes what only they needed, a little in every batch.
///
/// A batch collects at least twice what it leaves behind, so garbage does not pile up. Rows go only below an oldest version that is
/// durable and known to readers: the next batch deletes what this one releases. Confined to the writer's thread.
final class Collector {
    /// About how many rows a batch deletes that leaves nothing behind itself.
    private static let stepRows: Int64 = 1000

    private let state: WriterState
    private let policy: RetentionPolicy
    private let pins: VersionPins
    private let pinMilliseconds: Int64
    private var scan = ListScan()
    /// The numbers of lists with something to collect.
    private var waiting: [Int64] = []
    private var isWaiting: Set<Int64> = []
    /// Lists whose garbage cannot be read: they keep it, and cost the others nothing.
    private var damaged: Set<Int64> = []
    private let logger: Logger

    init(state: WriterState, configuration: SQLiteStoreConfiguration, pins: VersionPins, logger: Logger) {
        self.state = state
        self.logger = logger
        policy = configuration.retention
        self.pins = pins
        pinMilliseconds = min(configuration.pinSeconds, Int64.max / 1_000) * 1_000
    }

    /// Whether there is known to be something to collect.
    var hasWork: Bool { !waiting.isEmpty || state.storedResponses.hasGarbage || state.outbox.hasGarbage }

    /// Looks at the next stretch of lists for those that are quiet, and for what a crash or a stop left uncollected.
    func look(_ batch: WriteBatch) throws {
        for number in try scan.next(state.candidates, lastNumber: state.lastNumber, policy: policy, now: batch.now) {
            guard let incarnation = try state.incarnations.incarnation(number) else { continue }
            try release(incarnation, batch, limit: 1000)
            note(incarnation)
        }
    }

    /// Releases the oldest versions of the lists that the batch has written to.
    func release(_ batch: WriteBatch) throws {
        let limit = 2 * batch.versions + 16
        for incarnation in batch.dirty { try release(incarnation, batch, limit: limit) }
    }

    private func release(_ incarnation: Incarnation, _ batch: WriteBatch, limit: Int) throws {
        guard incarnation.head != nil else { return }
        var history = VersionHistory(oldest: incarnation.row.oldest, head: incarnation.row.head, bytes: incarnation.row.historyBytes)
        let limit = min(limit, releasable(incarnation, batch))
        let released = try policy.release(&history, now: batch.now, limit: limit) { version in
            try state.sweeper.fact(of: version, list: incarnation.row.number)
        }
        guard released > 0 else { return }
        incarnation.row.oldest = history.oldest
        incarnation.row.historyBytes = history.bytes
        batch.markDirty(incarnation)
    }

    /// How many of the oldest versions no pin keeps.
    private func releasable(_ incarnation: Incarnation, _ batch: WriteBatch) -> Int {
        pinned(incarnation, batch).map { Int(max(0, $0 - incarnation.row.oldest)) } ?? .max
    }

    /// The oldest version that a pin keeps, within the bounds of pins.
    private func pinned(_ incarnation: Incarnation, _ batch: WriteBatch) -> Int64? {
        guard incarnation.row.historyBytes / 2 <= policy.bytes else { return nil }
        let since = batch.now.subtractingReportingOverflow(pinMilliseconds)
        return pins.oldest(ofList: incarnation.row.number, since: since.overflow ? .min : since.partialValue)
    }

    /// Deletes rows of versions below the oldest that readers know of, and responses, interactions and deliveries that are kept no longer.
    func collect(_ batch: WriteBatch) throws {
        try state.storedResponses.collect(now: batch.now)
        try state.outbox.collect(now: batch.now)
        for incarnation in batch.dirty { note(incarnation) }
        var budget = max(Self.stepRows, 2 * batch.garbageRows + 4 * Int64(batch.versions))
        while budget > 0, let number = waiting.first {
            guard let incarnation = try state.incarnations.incarnation(number), incarnation.hasGarbage else {
                waiting.removeFirst()
                isWaiting.remove(number)
                continue
            }
            let isRead = incarnation.row.deleted != nil && pinned(incarnation, batch) != nil
            guard !isRead, !state.longWrites.hasLongWrite(list: number) else {
                // What a long write builds on stays until it is done, and what a stream reads of a deleted list until it has read it.
                waiting.removeFirst()
                isWaiting.remove(number)
                continue
            }
            batch.markDirty(incarnation)
            do {
                budget -= try incarnation.row.deleted == nil ? sweepVersions(of: incarnation, budget) : sweepEnded(incarnation)
            } catch is NodeCorruption {
                logger.error("the garbage of a list is damaged", metadata: ["list": "\(incarnation.id)"])
                damaged.insert(number)
                waiting.removeFirst()
            }
        }
        // The next batch begins with another list.
        if waiting.count > 1 { waiting.append(waiting.removeFirst()) }
    }

    /// Remembers an incarnation that has something to collect.
    func note(_ incarnation: Incarnation) {
        guard incarnation.hasGarbage, !state.longWrites.hasLongWrite(list: incarnation.row.number),
            !damaged.contains(incarnation.row.number),
            isWaiting.insert(incarnation.row.number).inserted
        else { return }
        waiting.append(incarnation.row.number)
    }

    private func sweepVersions(of incarnation: Incarnation, _ budget: Int64) throws -> Int64 {
        let versions = (incarnation.row.collected + 1)...incarnation.publishedOldest
        let (rows, done) = try state.sweeper.sweep(versions, list: incarnation.row.number, limit: budget)
        if let done { incarnation.row.collected = done }
        return rows
    }

    private func sweepEnded(_ incarnation: Incarnation) throws -> Int64 {
        let rows = try state.deletedListSweeper.sweep(list: incarnation.row.number, limit: Self.stepRows)
        guard rows == 0 else { return rows }
        incarnation.row.hasRows = false
        if try state.incarnations.newestIncarnation(of: incarnation.id) !== incarnation { try state.delete(incarnation) }
        return 1
    }
}
