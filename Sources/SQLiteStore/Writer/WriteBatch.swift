import Lists
import Ports

/// The writes of one transaction.
///
/// Confined to the writer's thread.
final class WriteBatch {
    let desk: WriterDesk
    let now: Int64
    let identifiers: any IdentifierSource
    /// Whether writes wait beside the one that runs.
    let othersWait: () -> Bool
    /// Ends the running write where it takes too long, or where the store stops.
    private(set) var check = WorkCheck.none
    private let interruption: Interruption
    private let writeSeconds: Double
    private let records: Records
    /// The lives that the batch has changed, in the order in which it first did.
    private(set) var dirty: [Life] = []
    /// The versions made, the lists ended and the interactions recorded, in their order.
    private(set) var commits: [ListCommit] = []
    /// Versions made.
    private(set) var versions = 0
    /// Answers kept.
    private var keptAnswers = 0
    /// Events written, and writes to webhooks that changed something.
    private var outboxChanges = 0
    /// Rows that became garbage.
    private(set) var garbageRows: Int64 = 0
    /// The long writes that end with the batch.
    private(set) var ended: [Staging] = []
    /// The long writes that give up with it.
    private(set) var abandoned: [Staging] = []

    /// - Parameter writeSeconds: How long each write's work may take.
    init(
        desk: WriterDesk, records: Records, now: Int64, identifiers: any IdentifierSource, interruption: Interruption,
        writeSeconds: Double, othersWait: @escaping () -> Bool
    ) {
        self.desk = desk
        self.interruption = interruption
        self.writeSeconds = writeSeconds
        self.records = records
        self.now = now
        self.identifiers = identifiers
        self.othersWait = othersWait
    }

    /// Runs a write's work and takes its change into the batch; a write that waits for a long one, or that was refused, is left out.
    ///
    /// - Parameter outcomes: Where the outcome is added as soon as the work has run.
    /// - Throws: What SQLite could not do; the whole batch is then given up.
    func perform(_ job: WriteJob, _ outcomes: inout [WriteJob.Outcome]) throws {
        if desk.staging.park(job, limit: desk.parkLimit) { return }
        guard job.ticket.take() else { return }
        let end = Uptime.after(seconds: writeSeconds)
        check = WorkCheck { [interruption] in try interruption.check(until: end) }
        switch job.work {
        case .list(let id, let staging, let run):
            let transaction: StoreTransaction
            do {
                transaction = try StoreTransaction(id, of: staging, in: self)
            } catch {
                return outcomes.append(.failed(job, error))
            }
            desk.running = transaction
            let outcome = run(transaction)
            desk.running = nil
            outcomes.append(outcome)
            if outcome.succeeded { try transaction.apply() } else { try transaction.undo() }
        case .webhooks(let run): try perform(job, run, &outcomes)
        case .abandon(let staging): abandon(staging)
        }
    }

    /// Runs a write to webhooks, which writes as it goes.
    private func perform(
        _ job: WriteJob, _ run: (OutboxTransaction) -> WriteJob.Outcome, _ outcomes: inout [WriteJob.Outcome]
    ) throws {
        let transaction = OutboxTransaction(in: self)
        let mark = desk.outbox.mark
        do { try desk.beginNested() } catch {
            outcomes.append(.failed(job, error))
            throw error
        }
        let outcome = run(transaction)
        outcomes.append(outcome)
        if let failure = outcome.storeFailure { throw failure }
        if outcome.succeeded {
            try transaction.apply()
            try desk.keepNested()
            if !desk.outbox.change.isEmpty || desk.outbox.added > mark.added { outboxChanges += 1 }
        } else {
            try desk.undoNested()
            desk.outbox.mark = mark
        }
    }

    /// Whether a write has changed something.
    var hasChanged: Bool { !dirty.isEmpty || keptAnswers > 0 || outboxChanges > 0 }

    func snapshot(_ head: ListHead) -> ListSnapshot {
        ListSnapshot(head: head, storage: storage(ofList: head.number))
    }

    func storage(ofList number: Int64) -> ListRecords {
        ListRecords(list: number, records: records)
    }

    /// Takes in a version whose rows are written.
    func add(_ draft: VersionDraft, to life: Life, garbage: (bytes: Int64, rows: Int64)) {
        if life.isNew { desk.lives.insert(life) }
        commits.append(ListCommit(life.id, .version(snapshot(draft.head), after: life.head.map { snapshot($0) })))
        life.head = draft.head
        life.row.head = draft.head.version
        life.row.counter = draft.head.counter
        life.row.historyBytes += garbage.bytes
        desk.addFresh(draft)
        versions += 1
        garbageRows += garbage.rows
        markDirty(life)
    }

    /// Takes in the end of a long write.
    func end(_ staging: Staging) throws {
        if staging.hasRows { try desk.stagings.forget(staging) }
        ended.append(staging)
    }

    /// Deletes a step of what a long write has stored that came to nothing.
    func sweepAbandoned() throws {
        guard let staging = desk.staging.abandoned.first else { return }
        if try desk.stagings.sweep(staging, limit: StagingSweeper.stepRows) { ended.append(staging) }
    }

    /// Lets go of the lists of long writes that have ended with the batch, now that it is committed.
    ///
    /// - Returns: The writes that waited for them.
    func settleStagings() -> [WriteJob] {
        desk.staging.keepBegun()
        return ended.flatMap { desk.staging.end($0) } + abandoned.flatMap { desk.staging.abandon($0) }
    }

    /// Takes in that a long write gives up.
    func abandon(_ staging: Staging) {
        abandoned.append(staging)
    }

    /// Takes in the end of a list.
    func end(_ life: Life) {
        life.end()
        commits.append(ListCommit(life.id, .end(life.lastVersion)))
        markDirty(life)
    }

    /// Takes in the answer of a write.
    func keep(_ answer: KeptAnswer) throws {
        try desk.keptAnswers.insert(answer, now: now)
        keptAnswers += 1
    }

    /// Takes in an event.
    func append(_ draft: EventDraft) throws {
        try desk.outbox.append(draft, identifiers: identifiers)
        outboxChanges += 1
        guard let interaction = draft.interaction, let list = draft.list else { return }
        commits.append(ListCommit(list, .interaction(interaction.sequence)))
    }

    /// Remembers that a life's row is to be written.
    func markDirty(_ life: Life) {
        guard !life.isDirty else { return }
        life.isDirty = true
        dirty.append(life)
    }

    /// Writes the rows of the lives that have changed.
    func writeLives() throws {
        for life in dirty where !life.isGone { try desk.drafts.write(life) }
    }
}
