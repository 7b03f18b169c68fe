import Dispatch
import Lists
import Logging
import Ports
import Synchronization
import Threads

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
    private let interruption: Interruption
    private let health: StoreHealth
    private let parked: ParkedWrites
    private let queue: WriteQueue
    private let ended = DispatchSemaphore(value: 0)
    private let commitCount = Atomic<Int>(0)
    private let writeCount = Atomic<Int>(0)
    private let versionCount = Atomic<Int>(0)
    /// When the transaction that runs began; 0 while none does.
    private let busySince = Atomic<UInt64>(0)
    private let waker = Listener<OutboxChange>()
    private let lastVisibleEvent: Atomic<Int64>
    private let follower = Listener<ListCommit>()
    let figures = StoreFigures()

    init(
        configuration: SQLiteStoreConfiguration, desk: WriterDesk, records: Records, heads: HeadTable, pins: VersionPins,
        checkpointer: Checkpointer, interruption: Interruption, health: StoreHealth, logger: Logger,
        now: @escaping @Sendable () -> Int64, makeIdentifiers: @escaping @Sendable () -> any IdentifierSource
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
        self.interruption = interruption
        self.health = health
        parked = desk.staging.parked
        queue = WriteQueue(limit: configuration.writeLimit)
        lastVisibleEvent = Atomic(desk.outbox.state.journal.event)
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

    /// Whether the transaction that runs has not ended for so long that somebody should look.
    var isStalled: Bool {
        let began = busySince.load(ordering: .relaxed)
        return began > 0 && began < Uptime.ago(seconds: configuration.stallSeconds)
    }

    func start() {
        SystemThread.start(named: "writer") { [self] in
            desk.takeSeat()
            run()
            ended.signal()
        }
    }

    /// The last event whose version every reader can see.
    var visibleEvent: Int64 { lastVisibleEvent.load(ordering: .acquiring) }

    /// Sets who is told after a commit what it has changed of webhooks and deliveries.
    func onOutboxChange(_ wake: @escaping @Sendable (OutboxChange) -> Void) {
        waker.set(wake)
    }

    /// Sets who is told of what was committed.
    func onCommit(_ tell: @escaping @Sendable (ListCommit) -> Void) {
        follower.set(tell)
    }

    func add(_ job: WriteJob) {
        queue.add(job)
    }

    /// Refuses the writes that wait for the writer, or for a long write to their list, since before a time.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        queue.refuse(arrivedBefore: time, error)
        parked.refuse(arrivedBefore: time, error)
    }

    /// Finishes the writes that wait and ends the thread. Called on the writer's own thread, it does not wait for the end.
    ///
    /// - Returns: Whether the thread has ended by the deadline.
    func stop(by deadline: DispatchTime) -> Bool {
        queue.close()
        guard !desk.isCurrentThread else { return true }
        return ended.wait(timeout: deadline) == .success
    }

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
            if let refusal = health.refusal {
                for job in jobs { job.refuse(refusal) }
                abandon(jobs)
                isResting = true
                continue
            }
            busySince.store(Uptime.now, ordering: .relaxed)
            isResting = !run(jobs, collector: collector, identifiers: identifiers, looks: looks)
            tendLog(bound: &logBound)
            busySince.store(0, ordering: .relaxed)
        }
        parked.refuse(arrivedBefore: .max, Interruption.stopping)
        guard health.refusal == nil, !interruption.isOver else { return }
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
        let batch = WriteBatch(
            desk: desk, records: records, now: now(), identifiers: identifiers, interruption: interruption,
            writeSeconds: configuration.writeSeconds
        ) { [queue] in jobs.count > 1 || queue.count > 0 }
        var outcomes: [WriteJob.Outcome] = []
        let end = Uptime.after(seconds: configuration.batchSeconds)
        var count = 0
        do {
            try desk.transaction {
                for job in jobs where count == 0 || Uptime.now < end {
                    count += 1
                    try batch.perform(job, &outcomes)
                }
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
            health.note(error)
            let refusal = ListError(.unavailable, "The store could not write.")
            for outcome in outcomes { outcome.complete(outcome.succeeded || outcome.storeFailure != nil ? refusal : nil) }
            for job in jobs.dropFirst(count) { job.refuse(refusal) }
            abandon(jobs)
            return false
        }
        // What a long transaction has kept waiting comes first in the next one.
        queue.putBack(Array(jobs.dropFirst(count)))
        publish(batch, collector)
        for case let failure? in outcomes.map(\.storeFailure) { health.note(failure) }
        if batch.hasChanged, count > 0 { figures.committed(writes: count) }
        writeCount.wrappingAdd(count, ordering: .relaxed)
        lastVisibleEvent.store(desk.outbox.state.journal.event, ordering: .releasing)
        let change = desk.outbox.settle()
        if !change.isEmpty { waker.tell(change) }
        for outcome in outcomes { outcome.complete(nil) }
        desk.lives.trim(to: configuration.headLimit)
        return true
    }

    /// Ends the long writes that were to be given up with a transaction that is not committed: what they stored is deleted later.
    private func abandon(_ jobs: [WriteJob]) {
        for case .abandon(let staging) in jobs.map(\.work) { queue.putBack(desk.staging.abandon(staging)) }
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
                health.note(error)
                logger.debug("the write-ahead log is still in use", metadata: ["error": "\(error)"])
                bound = pages * LogGauge.pageBytes + configuration.logLimit / 4
            }
        } else if pages >= configuration.checkpointPages {
            checkpointer.ask()
        }
    }
}
