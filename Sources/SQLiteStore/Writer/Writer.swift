import Dispatch
import Foundation
import Lists
import Logging
import Synchronization

/// The one thread that writes: it takes all writes that wait, runs them in one transaction, commits once with a full sync, makes the
/// new heads visible, and answers.
final class Writer: Sendable {
    private let configuration: SQLiteStoreConfiguration
    private let desk: WriterDesk
    private let records: Records
    private let heads: HeadTable
    private let pins: VersionPins
    private let checkpointer: Checkpointer
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let makeIdentifiers: @Sendable () -> any IdentifierSource
    private let queue: WriteQueue
    private let ended = DispatchSemaphore(value: 0)
    private let commitCount = Atomic<Int>(0)
    private let writeCount = Atomic<Int>(0)
    private let versionCount = Atomic<Int>(0)
    private let waker = Listener<Void>()
    private let follower = Listener<ListCommit>()
    let figures = StoreFigures()

    init(
        configuration: SQLiteStoreConfiguration, desk: WriterDesk, records: Records, heads: HeadTable, pins: VersionPins,
        checkpointer: Checkpointer, logger: Logger, now: @escaping @Sendable () -> Int64,
        makeIdentifiers: @escaping @Sendable () -> any IdentifierSource
    ) {
        self.configuration = configuration
        self.desk = desk
        self.records = records
        self.heads = heads
        self.pins = pins
        self.checkpointer = checkpointer
        self.logger = logger
        self.now = now
        self.makeIdentifiers = makeIdentifiers
        queue = WriteQueue(limit: configuration.writeLimit)
    }

    /// Transactions that were committed with something in them.
    var commits: Int { commitCount.load(ordering: .relaxed) }

    /// Writes that were run, refused ones too.
    var writes: Int { writeCount.load(ordering: .relaxed) }

    /// Versions that were made.
    var versions: Int { versionCount.load(ordering: .relaxed) }

    /// Writes that wait, but for those that wait for a long write to their list.
    var waiting: Int { queue.count }

    var isOpen: Bool { queue.isOpen }

    func start() {
        let thread = Thread { [self] in
            desk.takeSeat()
            run()
            ended.signal()
        }
        thread.name = "writer"
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Sets who is told after a commit that there is something to fan out or to send.
    func onOutboxChange(_ wake: @escaping @Sendable () -> Void) {
        waker.set { _ in wake() }
    }

    /// Sets who is told of what was committed.
    func onCommit(_ tell: @escaping @Sendable (ListCommit) -> Void) {
        follower.set(tell)
    }

    func add(_ job: WriteJob) {
        queue.add(job)
    }

    /// Finishes the writes that wait and ends the thread. Called on the writer's own thread, it does not wait for the end.
    func stop() {
        queue.close()
        guard !desk.isCurrentThread else { return }
        ended.wait()
    }

    /// Why a write is refused at the end.
    private static let closing = ListError(.unavailable, "The store is closing.")

    private func run() {
        let collector = Collector(desk: desk, configuration: configuration, pins: pins, logger: logger)
        let identifiers = makeIdentifiers()
        var logBound = configuration.logLimit
        var nextLook = DispatchTime.now()
        do { figures.replace(HistoryCounts(), with: try desk.historyCounts()) } catch {
            logger.warning("could not count the history", metadata: ["error": "\(error)"])
        }
        // After a failure the collector rests until the next round.
        var isResting = false
        while let jobs = queue.take(configuration.batchLimit, until: hasWork(collector) && !isResting ? .now() : nextLook) {
            let looks = DispatchTime.now() >= nextLook
            if looks { nextLook = .now() + configuration.collectionInterval }
            guard looks || !jobs.isEmpty || (hasWork(collector) && !isResting) else { continue }
            isResting = !run(jobs, collector: collector, identifiers: identifiers, looks: looks)
            tendLog(bound: &logBound)
        }
        desk.staging.refuseParked(Self.closing)
        do { try desk.restartLog(truncate: true) } catch {
            logger.info("the write-ahead log stays until the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Whether there is something to delete in the background.
    private func hasWork(_ collector: Collector) -> Bool { collector.hasWork || !desk.staging.abandoned.isEmpty }

    /// Runs one transaction.
    ///
    /// - Returns: Whether it was committed.
    private func run(_ jobs: [WriteJob], collector: Collector, identifiers: any IdentifierSource, looks: Bool) -> Bool {
        let batch = WriteBatch(desk: desk, records: records, now: now(), identifiers: identifiers) { [queue] in
            jobs.count > 1 || queue.count > 0
        }
        var outcomes: [WriteJob.Outcome] = []
        do {
            try desk.transaction {
                for job in jobs { outcomes.append(try batch.perform(job)) }
                if looks { try collector.look(batch) }
                try collector.release(batch)
                try collector.collect(batch)
                try batch.sweepAbandoned()
                try batch.writeLives()
                try desk.outbox.saveChanges()
            }
        } catch {
            queue.putBack(desk.forget())
            logger.error("could not write", metadata: ["error": "\(error)", "writes": "\(jobs.count)"])
            let refusal = ListError(.unavailable, "The store could not write.")
            for outcome in outcomes { outcome.complete(outcome.succeeded ? refusal : nil) }
            for job in jobs.dropFirst(outcomes.count) { job.refuse(refusal) }
            return false
        }
        publish(batch, collector)
        if batch.hasChanged, !jobs.isEmpty { figures.committed(writes: jobs.count) }
        writeCount.wrappingAdd(jobs.count, ordering: .relaxed)
        if desk.outbox.settle() { waker.tell(()) }
        for outcome in outcomes { outcome.complete(nil) }
        desk.lives.trim(to: configuration.headLimit)
        return true
    }

    /// Makes what is durable visible.
    private func publish(_ batch: WriteBatch, _ collector: Collector) {
        if batch.hasChanged { commitCount.wrappingAdd(1, ordering: .relaxed) }
        versionCount.wrappingAdd(batch.versions, ordering: .relaxed)
        desk.publishNodes(to: records.nodes)
        for life in batch.dirty {
            if let head = life.head {
                heads.publish(head, floor: life.row.floor)
            } else if life.hasUnpublishedEnd {
                heads.remove(life.id)
            }
            life.settle(figures)
        }
        queue.putBack(batch.settleStagings())
        for life in batch.dirty { collector.note(life) }
        for commit in batch.commits { follower.tell(commit) }
    }

    /// Keeps the write-ahead log short: by the background most of the time, by a pause when it has grown past its bound. Where a reader
    /// of another process is in the way, the bound gives way.
    private func tendLog(bound: inout Int) {
        let pages = desk.log.pages
        if pages * LogGauge.pageBytes > bound {
            do {
                try desk.restartLog()
                bound = configuration.logLimit
            } catch {
                logger.debug("the write-ahead log is still in use", metadata: ["error": "\(error)"])
                bound = pages * LogGauge.pageBytes + configuration.logLimit / 4
            }
        } else if pages >= configuration.checkpointPages {
            checkpointer.ask()
        }
    }
}
