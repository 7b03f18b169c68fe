import Lists
import Logging
import Ports

/// Lets versions leave the history and deletes what only they needed, a little in every batch.
///
/// The versions of a list are collected together once there are enough, or once nobody writes to it. Of their records, those that lie
/// alone stay in their packs until all such of the list take a quarter of what lives. A batch collects at least twice what it leaves
/// behind, so garbage does not pile up. Rows go only below an oldest version that is durable and known to readers: the next batch deletes
/// what this one releases. Confined to the writer's thread.
final class Collector {
    /// About how many rows a batch deletes that leaves nothing behind itself.
    private static let stepRows: Int64 = 2000
    /// About how many dead records a batch takes out of their packs that makes few versions.
    private static let stepRecords: Int64 = 500
    /// Milliseconds without a write to a list after which none of its dead records stays.
    private static let quietMilliseconds: Int64 = 60_000

    private let state: WriterState
    private let policy: RetentionPolicy
    private let pins: VersionPins
    private let pinMilliseconds: Int64
    private var scan = ListScan()
    /// The numbers of lists with something to collect.
    private var waiting: [Int64] = []
    private var isWaiting: Set<Int64> = []
    /// The numbers of lists whose packs are to be rid of dead records, one after another.
    private var sweeps: [Int64] = []
    private var isSwept: Set<Int64> = []
    /// With a log: which versions of each list nobody reads any more, of those that have left its history.
    private var settling: [Int64: SettlingHistory] = [:]
    /// Lists whose garbage cannot be read: they keep it, and cost the others nothing.
    private var damaged: Set<Int64> = []
    private let logger: Logger

    init(state: WriterState, configuration: SQLiteStoreConfiguration, pins: VersionPins, logger: Logger) {
        self.state = state
        self.logger = logger
        policy = configuration.retention
        self.pins = pins
        pinMilliseconds = configuration.pinMilliseconds
    }

    /// Whether there is known to be something to collect.
    var hasWork: Bool { !waiting.isEmpty || !sweeps.isEmpty || state.storedResponses.hasGarbage || state.outbox.hasGarbage }

    /// Deletes beside the writes of a batch, once it is known what these leave behind.
    ///
    /// - Parameter looks: Whether it also looks for lists with something to collect.
    func run(_ batch: WriteBatch, looks: Bool) throws {
        if looks { try look(batch) }
        try release(batch)
        try collect(batch)
    }

    /// Looks at the next stretch of lists for those that are quiet, and for what a crash or a stop left uncollected.
    private func look(_ batch: WriteBatch) throws {
        let quiet = batch.now.subtractingReportingOverflow(Self.quietMilliseconds).partialValue
        for number in try scan.next(state.candidates, lastNumber: state.lastNumber, policy: policy, now: batch.now, quiet: quiet) {
            guard let incarnation = try state.incarnations.incarnation(number) else { continue }
            try release(incarnation, batch, limit: 1000)
            let isAtRest = !incarnation.wasWritten
            let time = incarnation.head?.updatedAt ?? batch.now
            incarnation.noteLook(isQuiet: time <= quiet || StoredTime.isWrong(time, now: batch.now))
            note(incarnation, evenLittle: isAtRest)
        }
    }

    /// Releases the oldest versions of the lists that the batch has written to.
    private func release(_ batch: WriteBatch) throws {
        let limit = 2 * batch.versions + 16
        for incarnation in batch.dirty { try release(incarnation, batch, limit: limit) }
    }

    private func release(_ incarnation: Incarnation, _ batch: WriteBatch, limit: Int) throws {
        guard incarnation.head != nil else { return }
        let row = incarnation.row
        var history = VersionHistory(oldest: row.oldest, head: row.head, bytes: row.historyBytes)
        let limit = min(limit, releasable(row, batch))
        let released = try policy.release(&history, now: batch.now, limit: limit) { version in
            try state.sweeper.fact(of: version, head: row.head, list: row.number, now: batch.now)
        }
        guard released > 0 else { return }
        incarnation.uncollectedBytes &+= max(0, row.historyBytes &- history.bytes)
        incarnation.row.oldest = history.oldest
        incarnation.row.historyBytes = history.bytes
        batch.markDirty(incarnation)
        if !state.views.index.isEmpty { try batch.releaseViews(of: incarnation) }
    }

    /// How many of the oldest versions nothing keeps: no pin, and no view that is being built.
    private func releasable(_ row: IncarnationRow, _ batch: WriteBatch) -> Int {
        let kept = [pinned(row, batch), batch.oldestShown(row)].compactMap { $0 }.min()
        return kept.map { Int(max(0, $0 - row.oldest)) } ?? .max
    }

    /// The oldest version that a pin keeps, within the bounds of pins.
    private func pinned(_ row: IncarnationRow, _ batch: WriteBatch) -> Int64? {
        guard row.historyBytes / 2 <= policy.bytes else { return nil }
        let since = batch.now.subtractingReportingOverflow(pinMilliseconds)
        return pins.oldest(ofList: row.number, since: since.overflow ? .min : since.partialValue)
    }

    /// Whether streams read versions that are gone: those of a deleted list, or of a view that lost its history with its source; with a log also
    /// those that another server has released.
    private func isRead(_ incarnation: Incarnation, _ batch: WriteBatch) -> Bool {
        let row = incarnation.row
        if let replica = state.replica, settled(incarnation, replica) <= row.collected { return true }
        if row.deleted != nil { return pinned(row, batch) != nil || batch.isShown(row) }
        guard state.replica != nil || state.views.index[row.number] != nil else { return false }
        return pinned(row, batch).map { $0 < incarnation.publishedOldest } ?? false
    }

    /// The newest version whose rows may go: one that other servers have known to be gone for so long that their pins are known here. For a list
    /// that was deleted it is above all its versions.
    private func settled(_ incarnation: Incarnation, _ replica: Replica) -> Int64 {
        let row = incarnation.row
        var history = settling[row.number] ?? SettlingHistory(settled: row.collected)
        defer { settling[row.number] = history }
        return history.take(row.deleted == nil ? incarnation.publishedOldest : .max, seconds: replica.peers.settlingSeconds)
    }

    /// Deletes rows of versions below the oldest that readers know of, and responses, interactions and deliveries that are kept no longer.
    private func collect(_ batch: WriteBatch) throws {
        try state.storedResponses.collect(now: batch.now)
        try state.outbox.collect(now: batch.now)
        let twice = 2 * batch.garbageRows + 4 * Int64(batch.versions)
        var budget = max(Self.stepRows, twice)
        while budget > 0, let number = waiting.first {
            guard let incarnation = try state.incarnations.incarnation(number), incarnation.hasGarbage else {
                waiting.removeFirst()
                isWaiting.remove(number)
                settling[number] = nil
                continue
            }
            guard !isRead(incarnation, batch), !state.longWrites.hasLongWrite(list: number) else {
                // The base of a long write stays until the write is done, and gone versions until their streams have read them.
                waiting.removeFirst()
                isWaiting.remove(number)
                continue
            }
            batch.markDirty(incarnation)
            do {
                budget -= try incarnation.row.deleted == nil ? sweepVersions(of: incarnation, budget) : sweepEnded(incarnation)
            } catch let damage as NodeCorruption {
                noteDamage(of: incarnation)
                batch.health.noteDamage(damage)
                waiting.removeFirst()
            }
        }
        // The next batch begins with another list.
        if waiting.count > 1 { waiting.append(waiting.removeFirst()) }
        try sweepDead(batch, max(Self.stepRecords, min(twice, budget)))
    }

    /// Remembers an incarnation that has enough to collect.
    ///
    /// - Parameter evenLittle: Whether anything is enough.
    func note(_ incarnation: Incarnation, evenLittle: Bool = false) {
        let hasEnough = evenLittle ? incarnation.hasGarbage : incarnation.hasMuchGarbage
        let hasDead = incarnation.hasDead
        guard hasEnough || hasDead else { return }
        let number = incarnation.row.number
        guard !state.longWrites.hasLongWrite(list: number), !damaged.contains(number) else { return }
        if hasEnough, isWaiting.insert(number).inserted { waiting.append(number) }
        if hasDead, isSwept.insert(number).inserted { sweeps.append(number) }
    }

    private func sweepVersions(of incarnation: Incarnation, _ budget: Int64) throws -> Int64 {
        let oldest = min(incarnation.publishedOldest, settling[incarnation.row.number]?.settled ?? .max)
        guard oldest > incarnation.row.collected else { return 1 }
        let versions = (incarnation.row.collected + 1)...oldest
        let step = try state.sweeper.sweep(versions, list: incarnation.row.number, limit: budget)
        incarnation.row.recordBytes &-= step.removedBytes
        incarnation.row.deadBytes &+= step.deadBytes
        incarnation.uncollectedBytes = max(0, incarnation.uncollectedBytes &- step.garbageBytes)
        if let done = step.done { incarnation.row.collected = done }
        return step.rows
    }

    private func sweepEnded(_ incarnation: Incarnation) throws -> Int64 {
        let rows = try state.deletedListSweeper.sweep(list: incarnation.row.number, limit: Self.stepRows)
        guard rows == 0 else { return rows }
        incarnation.row.hasRows = false
        (incarnation.row.recordBytes, incarnation.row.deadBytes) = (0, 0)
        if try state.incarnations.newestIncarnation(of: incarnation.id) !== incarnation { try state.delete(incarnation) }
        return 1
    }

    /// Takes dead records out of their packs: those of one list, then those of the next.
    private func sweepDead(_ batch: WriteBatch, _ limit: Int64) throws {
        var budget = limit
        while budget > 0, let number = sweeps.first {
            guard let incarnation = try state.incarnations.incarnation(number), incarnation.row.deleted == nil,
                incarnation.row.deadBytes > 0 || state.deadSweeper.isSweeping(number), !state.longWrites.hasLongWrite(list: number)
            else {
                endSweep()
                budget -= 1
                continue
            }
            batch.markDirty(incarnation)
            do {
                let step = try state.deadSweeper.step(number, limit: budget)
                budget -= step.cost
                incarnation.row.recordBytes &-= step.removedBytes
                incarnation.row.deadBytes = max(0, incarnation.row.deadBytes &- step.deadBytes)
                if step.isDone { endSweep() }
            } catch let damage as NodeCorruption {
                noteDamage(of: incarnation)
                batch.health.noteDamage(damage)
                endSweep()
            }
        }
    }

    private func endSweep() {
        isSwept.remove(sweeps.removeFirst())
        state.deadSweeper.forget()
    }

    private func noteDamage(of incarnation: Incarnation) {
        logger.error("the garbage of a list is damaged", metadata: ["list": "\(incarnation.id)"])
        damaged.insert(incarnation.row.number)
    }
}
