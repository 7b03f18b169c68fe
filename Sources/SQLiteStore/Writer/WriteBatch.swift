import Lists
import Ports

/// The writes of one transaction.
///
/// Confined to the writer's thread.
final class WriteBatch {
    let state: WriterState
    let now: Int64
    let identifiers: any IdentifierSource
    /// Whether writes wait beside the one that runs.
    let othersWait: () -> Bool
    /// Ends the running write where it takes too long, or where the store stops.
    private(set) var check = WorkCheck.none
    let health: StoreHealth
    private let interruption: Interruption
    private let writeSeconds: Double
    let records: Records
    private let pins: VersionPins
    /// The incarnations that the batch has changed, in the order in which it first did.
    private(set) var dirty: [Incarnation] = []
    /// The versions made, the lists ended and the interactions recorded, in their order.
    private(set) var commits: [ListCommit] = []
    /// Versions made.
    private(set) var versions = 0
    /// Answers kept.
    private var storedResponses = 0
    /// Events written, and writes to webhooks that changed something.
    private var outboxChanges = 0
    /// Writes that changed the registered types.
    private var registryChanges = 0
    /// Parts of long writes.
    private var parts = 0
    /// Rows that became garbage.
    private(set) var garbageRows: Int64 = 0
    /// Things that have other parents than before, or none.
    private(set) var displaced: [Number] = []
    /// The long writes that end with the batch.
    private(set) var ended: [LongWrite] = []
    /// The long writes that give up with it.
    private(set) var abandoned: [LongWrite] = []
    /// The long writes of servers that are gone, which are to be deleted here.
    private var takenOver: [LongWrite] = []
    /// The difference that a view was last brought up to date by.
    var sourceChanges: SourceChanges?
    /// The changes of single items that lists with views consist of since these were brought up to date, by the lists' numbers.
    var sourceUpdates: [Int64: SourceUpdates] = [:]
    /// The updates of views that were found for all views of their source at once, by the views' numbers.
    var viewUpdates: [Int64: ViewUpdate] = [:]
    /// The views that are to be built beside the writer.
    var viewsToBuild: [ListID] = []
    /// Take back what parts have changed in memory, the last one first.
    private var savepoints: [() -> Void] = []

    /// - Parameter now: Milliseconds since 1970, UTC.
    init(
        _ state: WriterState, of writer: StoreWriter, now: Int64, identifiers: any IdentifierSource, othersWait: @escaping () -> Bool
    ) {
        self.state = state
        self.now = now
        self.identifiers = identifiers
        self.othersWait = othersWait
        health = writer.tools.health
        interruption = writer.tools.interruption
        writeSeconds = writer.tools.configuration.writeSeconds
        records = writer.tools.records
        pins = writer.tools.pins
    }

    /// Runs a write's work and takes its change into the batch; a write that waits for a long one, or that was refused, is left out.
    ///
    /// - Parameter outcomes: Takes the outcome as soon as the work has run.
    /// - Throws: ``SQLiteFailure``; the whole batch is then given up.
    func perform(_ job: WriteJob, _ outcomes: inout [WriteJob.Outcome]) throws {
        if state.longWrites.suspend(job, limit: state.suspendLimit) { return }
        guard job.claim.begin() else { return }
        let end = Uptime.after(seconds: writeSeconds)
        check = WorkCheck { [interruption] in try interruption.check(until: end) }
        switch job.work {
        case .list(let id, let longWrite, let run):
            if let longWrite, state.replica != nil { savepoints.append(longWrite.savepoint()) }
            let transaction: StoreTransaction
            do {
                if state.views.hasPending { try updateViews(before: id) }
                transaction = StoreTransaction(id, try state.incarnations.newestIncarnation(of: id), of: longWrite, in: self)
            } catch {
                return outcomes.append(.failed(job, error))
            }
            state.running = transaction
            let outcome = run(transaction)
            state.running = nil
            outcomes.append(outcome)
            if outcome.succeeded { try transaction.apply() } else { try transaction.undo() }
        case .webhooks(let run): try perform(job, run, &outcomes)
        case .cellTypes(let run): try perform(job, run, &outcomes)
        case .abandon(let longWrite): abandon(longWrite)
        }
    }

    /// Takes back what parts of long writes have changed in memory, so that they can run again.
    func undoParts() {
        for savepoint in savepoints.reversed() { savepoint() }
        savepoints = []
    }

    /// Runs a write to webhooks, which writes as it goes.
    private func perform(
        _ job: WriteJob, _ run: (OutboxTransaction) -> WriteJob.Outcome, _ outcomes: inout [WriteJob.Outcome]
    ) throws {
        let transaction = OutboxTransaction(in: self)
        let savepoint = state.outbox.savepoint
        try inSavepoint(job, &outcomes) {
            run(transaction)
        } apply: {
            try transaction.apply()
            if !state.outbox.change.isEmpty || state.outbox.added > savepoint.added { outboxChanges += 1 }
        } restore: {
            state.outbox.savepoint = savepoint
        }
    }

    /// Runs a write to the registered types, which writes as it goes.
    private func perform(
        _ job: WriteJob, _ run: (RegistryTransaction) -> WriteJob.Outcome, _ outcomes: inout [WriteJob.Outcome]
    ) throws {
        let transaction = RegistryTransaction(in: self)
        let before = state.cellTypes.registry
        try inSavepoint(job, &outcomes) {
            run(transaction)
        } apply: {
            try transaction.apply()
            if state.cellTypes.registry !== before { registryChanges += 1 }
        } restore: {
            state.cellTypes.restore(before)
        }
    }

    /// Runs a write that writes as it goes: what a work that throws has written is taken back.
    ///
    /// - Parameters:
    ///   - apply: Writes what the work has left to be written.
    ///   - restore: Takes back what the work has changed in memory.
    private func inSavepoint(
        _ job: WriteJob, _ outcomes: inout [WriteJob.Outcome], _ run: () -> WriteJob.Outcome, apply: () throws -> Void, restore: () -> Void
    ) throws {
        do { try state.connection.beginSavepoint() } catch {
            outcomes.append(.failed(job, error))
            throw error
        }
        let outcome = run()
        outcomes.append(outcome)
        if let failure = outcome.storeFailure { throw failure }
        guard outcome.succeeded else {
            try state.connection.rollBackToSavepoint()
            return restore()
        }
        try apply()
        try state.connection.releaseSavepoint()
    }

    /// Whether a write has changed something.
    var hasChanged: Bool { !dirty.isEmpty || storedResponses > 0 || outboxChanges > 0 || registryChanges > 0 || parts > 0 }

    func snapshot(_ head: ListHead) -> ListSnapshot {
        ListSnapshot(head: head, storage: ListRecords(of: head, in: records))
    }

    /// Keeps a version for as long as the pin is held.
    func pin(_ head: ListHead) -> VersionPin { pins.pin(head.version, ofList: head.number, at: now) }

    /// Takes in a version whose rows are written.
    func add(_ draft: VersionDraft, to incarnation: Incarnation, _ written: WrittenVersion) {
        if incarnation.isNew { state.incarnations.insert(incarnation) }
        if hasViews { noteSource(incarnation, draft) }
        commits.append(ListCommit(incarnation.id, .version(snapshot(draft.head), after: incarnation.head.map { snapshot($0) })))
        incarnation.take(draft.head, written)
        state.nodes.add(draft)
        noteDisplaced(by: draft.rows)
        versions += 1
        garbageRows += written.garbage.rows
        markDirty(incarnation)
    }

    /// Takes in that rows of a version that is still to come are written.
    func add(part rows: VersionRows) {
        parts += 1
        noteDisplaced(by: rows)
    }

    private func noteDisplaced(by rows: VersionRows) {
        if !rows.garbage.replacedPlacements.isEmpty { displaced += rows.garbage.replacedPlacements }
    }

    /// Takes in the end of a long write.
    func end(_ longWrite: LongWrite) throws {
        if longWrite.hasRows { try state.longWriteSweeper.forget(longWrite) }
        ended.append(longWrite)
    }

    /// Deletes a step of what a long write has stored that came to nothing.
    func sweepAbandoned() throws {
        if let replica = state.replica { try takeOverLongWrites(replica) }
        guard let longWrite = state.longWrites.abandoned.first else { return }
        if try state.longWriteSweeper.sweep(longWrite, limit: LongWriteSweeper.stepRows) { ended.append(longWrite) }
    }

    /// Takes over the long writes of servers that are gone.
    private func takeOverLongWrites(_ replica: Replica) throws {
        for longWrite in state.longWrites.ofOthers(than: replica.server) {
            guard let owner = longWrite.owner, replica.peers.isGone(owner) else { continue }
            takenOver.append(try state.longWriteSweeper.takeOver(longWrite, by: replica.server))
        }
    }

    /// Lets go of the lists of long writes that have ended with the batch, now that it is committed.
    ///
    /// - Returns: The writes that waited for them.
    func endLongWrites() -> [WriteJob] {
        guard state.longWrites.hasBegun || !ended.isEmpty || !abandoned.isEmpty || !takenOver.isEmpty else { return [] }
        state.longWrites.keepBegun()
        for longWrite in takenOver { state.longWrites.takeOver(longWrite) }
        return ended.flatMap { state.longWrites.end($0) } + abandoned.flatMap { state.longWrites.abandon($0) }
    }

    /// Takes in that a long write gives up.
    func abandon(_ longWrite: LongWrite) {
        abandoned.append(longWrite)
    }

    /// Takes in the end of a list.
    ///
    /// - Parameter author: The name of whoever ends it; `nil` for none.
    func end(_ incarnation: Incarnation, by author: String?) throws {
        let head = incarnation.head
        incarnation.end()
        commits.append(ListCommit(incarnation.id, .end(incarnation.lastVersion)))
        markDirty(incarnation)
        guard hasViews else { return }
        try state.views.remove(incarnation.row.number)
        guard head?.isView != true else { return }
        noteEnd(of: incarnation.id, head, author: author)
        try endSource(incarnation.id)
    }

    /// Has a list begin with its head: no version before that can be read any more.
    func restart(_ incarnation: Incarnation, _ head: ListHead) {
        incarnation.release(to: head.version, bytes: incarnation.row.historyBytes)
        commits.removeAll { commit in
            if case .version = commit.change { commit.id == incarnation.id } else { false }
        }
        commits.append(ListCommit(incarnation.id, .restart(snapshot(head))))
        markDirty(incarnation)
    }

    /// Takes in the answer of a write.
    func keep(_ answer: StoredResponse) throws {
        try state.storedResponses.insert(answer, now: now)
        storedResponses += 1
    }

    /// Takes in an event.
    func append(_ draft: EventDraft) throws {
        try state.outbox.append(draft, now: now, identifiers: identifiers)
        outboxChanges += 1
        guard let interaction = draft.interaction, let list = draft.list else { return }
        commits.append(ListCommit(list, .interaction(interaction.sequence)))
    }

    /// Remembers that an incarnation's row is to be written.
    func markDirty(_ incarnation: Incarnation) {
        guard !incarnation.isDirty else { return }
        incarnation.isDirty = true
        dirty.append(incarnation)
    }

    /// Whether there are views.
    var hasViews: Bool { !state.views.index.isEmpty }

    /// The incarnations that the batch has changed, views before all else: so nobody sees a list without what its views show of it.
    var viewsFirst: [Incarnation] {
        var (views, others) = ([Incarnation](), [Incarnation]())
        for incarnation in dirty {
            if incarnation.head?.isView == true { views.append(incarnation) } else { others.append(incarnation) }
        }
        return views + others
    }
}
