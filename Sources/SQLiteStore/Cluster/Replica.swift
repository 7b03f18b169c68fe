import Logging
import Ports

/// The writer's side of a log: the file's position in it, the lock while the writer has it, and the statements of entries.
///
/// Confined to the writer's thread.
final class Replica {
    /// How often an entry is appended that is in doubt, and was found not to be there.
    private static let mostAppends = 3

    /// The server's number.
    let server: Int64
    /// The last entry that is in the file.
    private(set) var position: LogPosition
    let follower: LogFollower
    let peers: PeerWatch
    /// The lock, while the writer has it and has not appended.
    var lock: (any LogLock)?
    /// The entry that the running transaction has appended: it is in the log, whatever becomes of the file.
    private(set) var appended: LogEntry?
    private let recorder: StatementRecorder
    private let replay: EntryReplay
    private let setPosition: PreparedStatement
    private let logger: Logger

    /// - Parameters:
    ///   - hasContent: Whether the file holds something.
    ///   - peers: Makes what knows the other stores, of this server's number.
    init(
        _ log: any CommitLog, _ connection: DatabaseConnection, _ recorder: StatementRecorder, hasContent: Bool, logger: Logger,
        peers: (Int64) -> PeerWatch
    ) throws {
        self.recorder = recorder
        self.logger = logger
        let row = try ReplicaRow.read(connection)
        guard row != nil || !hasContent else { throw OpeningFailure.isNoReplica(connection.path) }
        let server = row?.server ?? .random(in: 1 ... .max)
        let history: String
        do { history = try log.join(server) } catch { throw OpeningFailure.hasNoLog(connection.path, "\(error)") }
        if let row, row.history != history { throw OpeningFailure.isOfOtherLog(connection.path) }
        if row == nil {
            try PreparedStatement(connection, "INSERT INTO replica VALUES (?, ?, 0, 0)", isRecorded: false).run(history, server)
        }
        self.server = server
        self.peers = peers(server)
        position = row?.position ?? .beginning
        replay = try EntryReplay(connection)
        setPosition = try PreparedStatement(connection, "UPDATE replica SET position = ?, id = ?", isRecorded: false)
        follower = LogFollower(log, applied: position)
        for (number, text) in try replay.texts() { recorder.define(number, text) }
    }

    /// Begins a transaction of the writer's own.
    func begin() { appended = nil }

    /// Appends what a transaction has written, before it is committed.
    ///
    /// - Throws: ``LogRefusal`` where it is not in the log, ``LogDoubt`` where that is not known.
    func append(_ recording: StatementRecorder.Recording, notes: EntryNotes) throws {
        guard !recording.isEmpty else { return }
        guard let lock = lock.take() else { throw LogRefusal.unavailable("the lock was lost") }
        let entry = LogEntry(
            position: LogPosition(number: position.number + 1, id: .random(in: 1 ... .max)), previous: position.id,
            schema: Schema.migrations.count, data: EntryContent.make(recording, notes: notes.encoded))
        do {
            for (number, text) in recording.newTexts { try replay.add(number, text) }
            try setPosition.run(entry.position.number, entry.position.id)
        } catch {
            lock.release()
            throw error
        }
        do { try lock.append(entry) } catch let doubt as LogDoubt { try settle(entry, doubt) }
        appended = entry
    }

    /// Finds out, under the lock, what has become of an append that had no answer. If nobody has appended since, it is appended again.
    private func settle(_ entry: LogEntry, _ doubt: LogDoubt) throws {
        logger.warning("a commit is in doubt; the log is asked", metadata: ["entry": "\(entry.position)", "reason": "\(doubt.reason)"])
        for _ in 1..<Self.mostAppends {
            guard let lock = try? follower.lock(after: position) else { throw doubt }
            if let next = lock.run.entries.first {
                lock.release()
                guard next.position == entry.position else { throw LogRefusal.overtaken }
                return
            }
            do { return try lock.append(entry) } catch is LogDoubt {}
        }
        throw doubt
    }

    /// Takes in that the transaction is committed, and every reader sees it.
    func noteCommit() {
        guard let entry = appended.take() else { return }
        advance(to: entry)
    }

    /// Runs an entry of another store, within a transaction that the caller commits.
    func run(_ entry: LogEntry) throws -> (EntryReplay.Outcome, EntryNotes) {
        guard entry.position.number == position.number + 1, entry.previous == position.id else { throw LogRefusal.diverged(position) }
        guard entry.schema <= Schema.migrations.count else { throw EntryContent.isNewer }
        let outcome = try entry.data.withUnsafeBytes { content in
            var (outcome, notes) = try replay.run(content)
            return (outcome, try EntryNotes(&notes))
        }
        try setPosition.run(entry.position.number, entry.position.id)
        return outcome
    }

    /// Takes in that an entry of another store is committed, and every reader sees it.
    func noteApplied(_ entry: LogEntry, _ outcome: EntryReplay.Outcome) {
        for (number, text) in outcome.newTexts { recorder.define(number, text) }
        advance(to: entry)
    }

    /// Has the next start load a base in the place of this file, which differs from the others of the log.
    func giveUpFile() throws { try setPosition.run(position.number, Self.noEntry) }

    /// An id that no entry has.
    private static let noEntry: Int64 = -1

    private func advance(to entry: LogEntry) {
        position = entry.position
        follower.note(applied: position)
    }
}
