import Lists
import Logging
import Ports

/// Lets versions leave the history and deletes what only they needed, a little in every batch.
///
/// A batch collects at least twice what it leaves behind, so garbage does not pile up; rows go only below a floor that is durable and
/// known to readers, so a floor that a batch raises is for the next one. Confined to the writer's thread.
final class Collector {
    /// About how many rows a batch deletes that leaves nothing behind itself.
    private static let stepRows: Int64 = 1000

    private let desk: WriterDesk
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

    init(desk: WriterDesk, configuration: SQLiteStoreConfiguration, pins: VersionPins, logger: Logger) {
        self.desk = desk
        self.logger = logger
        policy = configuration.retention
        self.pins = pins
        pinMilliseconds = min(configuration.pinSeconds, Int64.max / 1_000) * 1_000
    }

    /// Whether there is known to be something to collect.
    var hasWork: Bool { !waiting.isEmpty || desk.keptAnswers.hasGarbage || desk.outbox.hasGarbage }

    /// Looks at the next stretch of lists for those that are quiet, and for what a crash or a stop left uncollected.
    func look(_ batch: WriteBatch) throws {
        for number in try scan.next(desk.candidates, lastNumber: desk.lastNumber, policy: policy, now: batch.now) {
            guard let life = try desk.lives.life(number) else { continue }
            try release(life, batch, limit: 1000)
            note(life)
        }
    }

    /// Raises the floors of the lists that the batch has written to.
    func release(_ batch: WriteBatch) throws {
        let limit = 2 * batch.versions + 16
        for life in batch.dirty { try release(life, batch, limit: limit) }
    }

    private func release(_ life: Life, _ batch: WriteBatch, limit: Int) throws {
        guard life.head != nil else { return }
        var history = VersionHistory(floor: life.row.floor, head: life.row.head, bytes: life.row.historyBytes)
        let limit = min(limit, releasable(life, batch))
        let released = try policy.release(&history, now: batch.now, limit: limit) { version in
            try desk.sweeper.fact(of: version, list: life.row.number)
        }
        guard released > 0 else { return }
        life.row.floor = history.floor
        life.row.historyBytes = history.bytes
        batch.markDirty(life)
    }

    /// How many of the oldest versions no pin keeps.
    private func releasable(_ life: Life, _ batch: WriteBatch) -> Int {
        pinned(life, batch).map { Int(max(0, $0 - life.row.floor)) } ?? .max
    }

    /// The oldest version that a pin keeps, within the bounds of pins.
    private func pinned(_ life: Life, _ batch: WriteBatch) -> Int64? {
        guard life.row.historyBytes / 2 <= policy.bytes else { return nil }
        let since = batch.now.subtractingReportingOverflow(pinMilliseconds)
        return pins.oldest(ofList: life.row.number, since: since.overflow ? .min : since.partialValue)
    }

    /// Deletes rows of versions below the floors that readers know of, and answers, interactions and deliveries that are kept no longer.
    func collect(_ batch: WriteBatch) throws {
        try desk.keptAnswers.collect(now: batch.now)
        try desk.outbox.collect(now: batch.now)
        for life in batch.dirty { note(life) }
        var budget = max(Self.stepRows, 2 * batch.garbageRows + 4 * Int64(batch.versions))
        while budget > 0, let number = waiting.first {
            guard let life = try desk.lives.life(number), life.hasGarbage else {
                waiting.removeFirst()
                isWaiting.remove(number)
                continue
            }
            let isRead = life.row.deleted != nil && pinned(life, batch) != nil
            guard !isRead, !desk.staging.isStaging(list: number) else {
                // What a long write builds on stays until it is done, and what a stream reads of a deleted list until it has read it.
                waiting.removeFirst()
                isWaiting.remove(number)
                continue
            }
            batch.markDirty(life)
            do {
                budget -= try life.row.deleted == nil ? sweepVersion(of: life) : sweepEnded(life)
            } catch is NodeCorruption {
                logger.error("the garbage of a list is damaged", metadata: ["list": "\(life.id)"])
                damaged.insert(number)
                waiting.removeFirst()
            }
        }
        // The next batch begins with another list.
        if waiting.count > 1 { waiting.append(waiting.removeFirst()) }
    }

    /// Remembers a life that has something to collect.
    func note(_ life: Life) {
        guard life.hasGarbage, !desk.staging.isStaging(list: life.row.number), !damaged.contains(life.row.number),
            isWaiting.insert(life.row.number).inserted
        else { return }
        waiting.append(life.row.number)
    }

    private func sweepVersion(of life: Life) throws -> Int64 {
        let version = life.row.collected + 1
        let (rows, isDone) = try desk.sweeper.sweep(version, list: life.row.number)
        if isDone { life.row.collected = version }
        return rows
    }

    private func sweepEnded(_ life: Life) throws -> Int64 {
        let rows = try desk.endedLives.sweep(list: life.row.number, limit: Self.stepRows)
        guard rows == 0 else { return rows }
        life.row.hasRows = false
        if try desk.lives.newestLife(of: life.id) !== life { try desk.bury(life) }
        return 1
    }
}
