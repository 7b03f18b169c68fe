import Dispatch
import Lists
import Ports
import Logging

/// The loop of the writer's thread: it takes all writes that wait, runs them in one transaction, commits once with a full sync, makes the
/// new heads visible, and answers.
///
/// Confined to the writer's thread.
final class WriterLoop {
    let writer: StoreWriter
    let state: WriterState
    private let collector: Collector
    private let identifiers: any IdentifierSource
    let configuration: SQLiteStoreConfiguration
    let health: StoreHealth
    let logger: Logger
    /// Bytes of the write-ahead log at which it is restarted.
    private var logBound: Int
    private(set) var nextLook = DispatchTime.now()
    /// Whether the collector waits for the next round, after a failure.
    var isResting = false
    /// How many of the writes that wait first run each in a transaction of its own, and nothing beside it.
    private var singles = 0

    init(_ writer: StoreWriter, _ state: WriterState) {
        self.writer = writer
        self.state = state
        configuration = writer.tools.configuration
        health = writer.tools.health
        logger = writer.tools.logger
        logBound = configuration.logLimit
        collector = Collector(state: state, configuration: configuration, pins: writer.tools.pins, logger: logger)
        identifiers = writer.tools.makeIdentifiers()
    }

    /// Runs until the queue is closed and empty.
    func run() {
        do { writer.metrics.begin(with: try state.connection.historyCounts()) } catch {
            logger.warning("could not count the history", metadata: ["error": "\(error)"])
        }
        if let replica = state.replica {
            takeTurns(replica)
        } else {
            while let jobs = writer.queue.take(limit, until: collectsNow ? .now() : nextLook) { run(jobs) }
        }
        writer.suspended.refuse(arrivedBefore: .max, Interruption.stopping)
        guard health.refusal == nil, !writer.tools.interruption.isOver else { return }
        do { try state.connection.restartLog(truncate: true) } catch {
            logger.info("the write-ahead log stays until the next start", metadata: ["error": "\(error)"])
        }
    }

    /// The most writes of the next transaction.
    var limit: Int { singles > 0 ? 1 : configuration.batchLimit }

    /// Runs what waits in one transaction, if there is something to do.
    func run(_ jobs: [WriteJob]) {
        let isSingle = singles > 0 && !jobs.isEmpty
        let looks = !isSingle && DispatchTime.now() >= nextLook
        if looks { nextLook = .now() + configuration.collectionInterval }
        guard looks || !jobs.isEmpty || collectsNow else { return }
        if let refusal = health.refusal { return refuse(jobs, refusal) }
        writer.transactionBegins()
        if isSingle {
            singles -= 1
            _ = run(jobs, looks: false, collects: false)
        } else {
            isResting = !run(jobs, looks: looks)
        }
        tendLog()
        writer.transactionEnds()
    }

    /// Refuses writes that were not begun.
    func refuse(_ jobs: [WriteJob], _ refusal: ListError) {
        for job in jobs { job.refuse(refusal) }
        abandon(jobs)
        isResting = true
        nextLook = .now() + configuration.collectionInterval
    }

    /// Whether there is something to delete in the background.
    var collectsNow: Bool { !isResting && (collector.hasWork || !state.longWrites.abandoned.isEmpty) }

    /// Runs one transaction.
    ///
    /// - Parameter collects: Whether it also deletes in the background.
    /// - Returns: Whether it was committed.
    private func run(_ jobs: [WriteJob], looks: Bool, collects: Bool = true) -> Bool {
        state.replica?.begin()
        let batch = WriteBatch(state, of: writer, now: writer.tools.now(), identifiers: identifiers) { [queue = writer.queue] in
            jobs.count > 1 || queue.count > 0
        }
        var outcomes: [WriteJob.Outcome] = []
        let end = Uptime.after(seconds: configuration.batchSeconds)
        var count = 0
        do {
            try state.connection.begin()
            for job in jobs where count == 0 || Uptime.now < end {
                count += 1
                try batch.perform(job, &outcomes)
            }
            if state.views.hasPending { try batch.updateViews() }
            if looks { batch.askForViews() }
            if collects {
                try collector.run(batch, looks: looks)
                try batch.sweepAbandoned()
            }
            for incarnation in batch.dirty where !incarnation.isGone { try state.drafts.write(incarnation) }
            try state.outbox.saveChanges()
            try state.connection.commit(state.replica.map { replica in { try replica.append($0, notes: batch.notes) } })
        } catch {
            state.connection.rollBack()
            if let error = error as? LogRefusal, error == .overtaken {
                batch.undoParts()
                runAgain(jobs, begun: count, withParts: true, error)
            } else if collects, state.replica?.appended == nil, Self.mayBeOfOneWrite(error) {
                singles = runAgain(jobs, begun: count, error)
            } else {
                fail(jobs, outcomes, begun: count, error)
            }
            return false
        }
        // Jobs that waited for a long transaction come first in the next one.
        writer.queue.putBack(Array(jobs.dropFirst(count)))
        let history = publish(batch)
        for outcome in outcomes where outcome.error != nil { note(outcome) }
        writer.metrics.committed(writes: count, hasChanged: batch.hasChanged, versions: batch.versions, history: history)
        if let change = state.outbox.publish() { writer.outboxObserver.notify(change) }
        state.replica?.noteCommit()
        for outcome in outcomes { outcome.complete(nil) }
        state.incarnations.trim(to: configuration.headLimit)
        return true
    }

    /// Takes in why a write's work has thrown.
    private func note(_ outcome: WriteJob.Outcome) {
        if let error = outcome.error { health.note(error) }
    }

    /// Whether an error that a transaction was given up for may come from one write, from a list that is damaged, or from the collector: of
    /// the disk and of its room no write is the reason.
    private static func mayBeOfOneWrite(_ error: any Error) -> Bool {
        if error is LogRefusal || error is LogDoubt { return false }
        guard let failure = error as? SQLiteFailure else { return true }
        return failure.isDamage || failure.isConstraint
    }

    /// Has the writes of a transaction that was rolled back wait to run once more; each alone, one that can't be stored costs the others
    /// nothing.
    ///
    /// - Parameter withParts: Whether parts of long writes run again as well. Otherwise these are given up.
    /// - Returns: How many run again.
    @discardableResult
    private func runAgain(_ jobs: [WriteJob], begun count: Int, withParts: Bool = false, _ error: any Error) -> Int {
        writer.queue.putBack(state.forget())
        if withParts {
            logger.notice("another server has written meanwhile: the writes run again", metadata: ["writes": "\(count)"])
        } else {
            logger.error("could not write together", metadata: ["error": "\(error)", "writes": "\(count)"])
        }
        health.note(error)
        var again: [WriteJob] = []
        for job in jobs.prefix(count) where job.claim.waitAgain() {
            if job.isStaged, !withParts {
                job.refuse(Self.refusal)
                abandon([job])
            } else {
                again.append(job)
            }
        }
        writer.queue.putBack(again + jobs.dropFirst(count))
        return again.count
    }

    /// Takes in that a transaction was rolled back, and answers its writes.
    private func fail(_ jobs: [WriteJob], _ outcomes: [WriteJob.Outcome], begun count: Int, _ error: any Error) {
        writer.queue.putBack(state.forget())
        logger.error("could not write", metadata: ["error": "\(error)", "writes": "\(jobs.count)"])
        health.note(error)
        let refusal = error is LogDoubt || state.replica?.appended != nil ? Self.doubt : Self.refusal
        for outcome in outcomes { outcome.complete(outcome.succeeded || outcome.storeFailure != nil ? refusal : nil) }
        for job in jobs.dropFirst(count) { job.refuse(Self.refusal) }
        abandon(jobs)
    }

    private static let refusal = ListError(.unavailable, "The store could not write.")
    private static let doubt = ListError(
        .unavailable, "The store can't say whether this was written; read it before it is sent again, or send it with its Idempotency-Key.")

    /// Ends the long writes that were to be given up with a transaction that is not committed: what they stored is deleted later.
    private func abandon(_ jobs: [WriteJob]) {
        for case .abandon(let longWrite) in jobs.map(\.work) { writer.queue.putBack(state.longWrites.abandon(longWrite)) }
    }

    /// Makes what is durable visible.
    ///
    /// - Returns: The growth of the lists' histories.
    private func publish(_ batch: WriteBatch) -> HistoryCounts {
        var history = HistoryCounts()
        state.cellTypes.publish()
        state.storedResponses.committed()
        state.views.publish()
        writer.tools.records.nodes.take(&state.nodes)
        writer.tools.records.parents.forget(batch.displaced)
        state.drafts.forgetPlaced()
        let (hasViews, dirty) = (batch.hasViews, batch.dirty)
        if hasViews { writer.tools.heads.beginPublication() }
        for incarnation in hasViews ? batch.viewsFirst : dirty {
            if let head = incarnation.head {
                writer.tools.heads.publish(head, oldest: incarnation.row.oldest)
            } else if incarnation.hasUnpublishedEnd {
                writer.tools.heads.remove(incarnation.id)
            }
            history = history + incarnation.noteCommit()
        }
        if hasViews { writer.tools.heads.endPublication() }
        state.views.publishCurrent()
        writer.queue.putBack(batch.endLongWrites())
        for incarnation in dirty { collector.note(incarnation) }
        for commit in batch.commits { writer.commitObserver.notify(commit) }
        for view in batch.viewsToBuild { writer.viewObserver.notify(view) }
        return history
    }

    /// Keeps the write-ahead log short: by the background most of the time, by a pause when it has grown past its bound. Where a reader
    /// of another process is in the way, the bound gives way.
    func tendLog() {
        let pages = state.connection.log.pages
        if pages * LogGauge.pageBytes > logBound {
            do {
                try state.connection.restartLog()
                logBound = configuration.logLimit
            } catch {
                health.note(error)
                logger.debug("the write-ahead log is still in use", metadata: ["error": "\(error)"])
                logBound = pages * LogGauge.pageBytes + configuration.logLimit / 4
            }
        } else if pages >= configuration.checkpointPages {
            writer.tools.checkpointer.ask()
        }
    }
}
