import Dispatch
import Lists
import Logging
import Ports

/// The writer's loop where the store commits through a log, in turn with others.
extension WriterLoop {
    /// Seconds until entries are applied again that could not be applied, such as on a full disk.
    private static let pause = 0.25

    /// Runs until the queue is closed and empty.
    func takeTurns(_ replica: Replica) {
        while !writer.queue.isOver {
            if let grant = replica.follower.takeGrant() {
                takeTurn(replica, grant)
            } else if let entry = replica.follower.nextEntry {
                if !apply(entry, replica) { writer.queue.wait(until: .now() + Self.pause) }
            } else {
                if writer.queue.count > 0 || collectsNow || DispatchTime.now() >= nextLook { replica.follower.askForLock() }
                writer.queue.wait(until: max(nextLook, .now() + Self.pause))
            }
        }
    }

    /// Runs one transaction under the lock, after all entries before it. A store that is far behind lets others write while it catches up.
    private func takeTurn(_ replica: Replica, _ grant: Result<any LogLock, any Error>) {
        let lock: any LogLock
        do {
            lock = try grant.get()
        } catch {
            note(error)
            // Nobody knows when there will be a lock.
            return refuse(writer.queue.takeNow(.max) ?? [], health.refusal ?? Self.noLog)
        }
        let isFarBehind = !lock.run.isEnd
        if isFarBehind { lock.release() }
        for entry in lock.run.entries where !apply(entry, replica) {
            if !isFarBehind { lock.release() }
            note(LogRefusal.unavailable("an entry can't be applied"))
            return refuse(writer.queue.takeNow(.max) ?? [], health.refusal ?? Self.noLog)
        }
        guard !isFarBehind else { return }
        replica.lock = lock
        run(writer.queue.takeNow(limit) ?? [])
        replica.lock.take()?.release()
    }

    private static let noLog = ListError(.unavailable, "The server can't write now: it has no answer from the log.")

    /// Applies an entry of another store, and shows it to readers.
    ///
    /// - Returns: Whether that is done; the entry waits where it is not.
    private func apply(_ entry: LogEntry, _ replica: Replica) -> Bool {
        guard entry.position.number > replica.position.number else { return true }
        guard health.refusal == nil else { return false }
        let start = Uptime.now
        defer { replica.follower.noteApplying(nanoseconds: Uptime.now - start) }
        do {
            try state.connection.begin()
            let (outcome, notes) = try replica.run(entry)
            try state.connection.commit()
            do {
                writer.queue.putBack(try state.takeOver(notes, outcome.targets, now: writer.tools.now()))
                try show(notes)
            } catch {
                // The file has the entry, and memory does not.
                health.lose("an entry of the log can't be shown: \(error)")
                return false
            }
            replica.noteApplied(entry, outcome)
            tendLog()
            return true
        } catch {
            state.connection.rollBack()
            note(error)
            if StoreHealth.isDamage(error) { giveUpFile(replica) }
            return false
        }
    }

    /// Leaves the file to be replaced at the next start.
    private func giveUpFile(_ replica: Replica) {
        do { try replica.giveUpFile() } catch {
            logger.warning("the database must be deleted before the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Takes in why there is no lock, or an entry can't be applied.
    private func note(_ error: any Error) {
        switch error {
        case LogRefusal.diverged(let position): health.lose("the log does not go on from entry \(position), the last of this file,")
        case let failure as SQLiteFailure where failure.isDamage || failure.code == .schema: health.lose("\(failure.message)")
        default: logger.warning("the log can't be followed now", metadata: ["error": "\(error)"])
        }
    }

    /// Shows what is committed to readers, and notifies the observers, as after a transaction of one's own.
    private func show(_ notes: EntryNotes) throws {
        let tools = writer.tools
        state.cellTypes.publish()
        state.views.publish()
        tools.records.parents.forget(notes.displaced)
        try showHeads(of: notes.lists)
        state.views.publishCurrent()
        for commit in notes.commits {
            if let change = try change(commit) { writer.commitObserver.notify(ListCommit(commit.id, change)) }
        }
        _ = state.outbox.publish()
        if !notes.change.isEmpty { writer.outboxObserver.notify(notes.change) }
    }

    /// Shows the heads of lists that are in use: those of views, and then of their sources.
    private func showHeads(of lists: [EntryNotes.List]) throws {
        let heads = writer.tools.heads
        let hasViews = !state.views.index.isEmpty
        if hasViews { heads.beginPublication() }
        defer { if hasViews { heads.endPublication() } }
        for list in lists where heads.has(list.id) {
            if let incarnation = try state.incarnations.newestIncarnation(of: list.id), let head = incarnation.head {
                heads.publish(head, oldest: incarnation.row.oldest)
            } else {
                heads.remove(list.id)
            }
        }
    }

    /// The change that a commit has made; `nil` where its version is gone already.
    private func change(_ commit: EntryNotes.Commit) throws -> ListCommit.Change? {
        switch commit.change {
        case .end(let version): return .end(version)
        case .interaction(let sequence): return .interaction(sequence)
        case .restart(let version): return try snapshot(version, ofList: commit.number).map { .restart($0) }
        case .version(let version, let before):
            guard let new = try snapshot(version, ofList: commit.number) else { return nil }
            return .version(new, after: try before.flatMap { try snapshot($0, ofList: commit.number) })
        }
    }

    /// A version of a list as every reader sees it; `nil` where it is gone.
    private func snapshot(_ version: Int64, ofList number: Int64) throws -> ListSnapshot? {
        let reader = try state.reader()
        guard let row = try reader.incarnation(number) else { return nil }
        return try reader.head(of: row, at: version).map {
            ListSnapshot(head: $0, storage: ListRecords(of: $0, in: writer.tools.records))
        }
    }
}
