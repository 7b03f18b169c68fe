import CellTypes
import Dispatch
import Lists
import Logging
import Ports
import Synchronization

/// Runs replacements: short ones in one transaction of the writer, long ones on threads of their own, which hand the writer what they
/// have made a little at a time.
///
/// Any thread may use it.
final class LongWriter: Sendable {
    /// How often a replacement is started while the schemas change under it.
    private static let mostStarts = 3

    private let threads: BackgroundThreads
    private let configuration: SQLiteStoreConfiguration
    private let writer: StoreWriter
    private let interruption: Interruption
    private let logger: Logger
    private let makeIdentifiers: @Sendable () -> any IdentifierSource

    init(
        configuration: SQLiteStoreConfiguration, writer: StoreWriter, interruption: Interruption, logger: Logger,
        makeIdentifiers: @escaping @Sendable () -> any IdentifierSource
    ) {
        threads = BackgroundThreads(named: "long write", limit: configuration.longWrites)
        self.configuration = configuration
        self.writer = writer
        self.interruption = interruption
        self.logger = logger
        self.makeIdentifiers = makeIdentifiers
    }

    /// Starts a replacement on the writer.
    func start<Outcome>(_ replacement: Replacement<Outcome>) {
        let limit = configuration.shortReplacement
        writer.queue.add(
            WriteJob(replacement.id) { transaction in
                try replacement.start(transaction, shortLimit: limit)
            } completion: { [self] result in
                switch result {
                case .success(.done(let outcome)): replacement.completion(.success(outcome))
                case .success(.long(let long)): threads.add { refusal in self.run(replacement, long, refusal) }
                case .failure(let error): replacement.completion(.failure(error))
                }
            })
    }

    /// Starts no more long writes; those that run end when they next need the writer.
    func stop() { threads.stop() }

    /// Refuses the long writes that have waited for a thread since before a time.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) { threads.refuse(arrivedBefore: time, error) }

    private func run<Outcome>(_ replacement: Replacement<Outcome>, _ long: LongEdit, _ refusal: ListError?) {
        do {
            if let refusal { throw refusal }
            let edit = long.edit(makeIdentifiers(), check: WorkCheck { [interruption] in try interruption.check() })
            edit.stage(limit: configuration.stagedRows) { try self.store($0, replacement.id, long.longWrite) }
            try replacement.prepare(edit, of: long, stagedRows: configuration.stagedRows)
            finish(replacement, long, try finished(edit, replacement.id, long), hasTypedItems: edit.hasTypedItems)
        } catch {
            writer.queue.add(WriteJob(abandoning: long.longWrite))
            replacement.completion(.failure(self.refusal(error)))
        }
    }

    /// Ends an edit, and stores what its version has but for a last part.
    ///
    /// - Returns: The version; `nil` where nothing has changed.
    private func finished(_ edit: ListEdit, _ id: ListID, _ long: LongEdit) throws -> VersionDraft? {
        guard let draft = try edit.finish(by: long.longWrite.author) else { return nil }
        var parts = draft.rows.parts(limit: configuration.stagedRows)
        let last = parts.popLast() ?? VersionRows()
        for part in parts { try store(part, id, long.longWrite) }
        return draft.with(rows: last)
    }

    /// Stores a part, and waits until that is done: the writer is never more than one part behind.
    ///
    /// - Throws: ``RepeatedNames`` where the list had ids of the part already.
    private func store(_ rows: VersionRows, _ id: ListID, _ longWrite: LongWrite) throws {
        let stored = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        writer.queue.add(
            WriteJob(id, of: longWrite) {
                try $0.store(part: rows)
            } completion: { result in
                outcome.withLock { $0 = result }
                stored.signal()
            })
        stored.wait()
        try outcome.withLock { $0 }.get()
        if !longWrite.repeatedIDs.isEmpty { throw RepeatedNames(ids: longWrite.repeatedIDs) }
    }

    /// Makes the version that reaches all that was stored.
    private func finish<Outcome>(
        _ replacement: Replacement<Outcome>, _ long: LongEdit, _ draft: VersionDraft?, hasTypedItems: Bool
    ) {
        writer.queue.add(
            WriteJob(replacement.id, of: long.longWrite) { transaction in
                guard !hasTypedItems || transaction.cellTypes.schemaVersion == long.cellTypes.schemaVersion else {
                    throw CellTypesChanged()
                }
                let snapshot = try transaction.commit(draft?.made(at: transaction.now))
                return try replacement.finish(transaction, ReplacedList(snapshot: snapshot, isNew: long.isNew))
            } completion: { [self] result in
                if case .failure = result { writer.queue.add(WriteJob(abandoning: long.longWrite)) }
                if case .failure(let error) = result, error is CellTypesChanged { return startAgain(replacement) }
                replacement.completion(result)
            })
    }

    /// Starts a replacement once more whose items were held to schemas that are no longer in force: what is in memory is still there, what was
    /// uploaded is used up.
    private func startAgain<Outcome>(_ replacement: Replacement<Outcome>) {
        guard replacement.canStartAgain, replacement.starts < Self.mostStarts else {
            let message = "The registered cell types have changed while the content was prepared; nothing has changed. Send it again."
            return replacement.completion(.failure(ListError(.unavailable, message)))
        }
        var next = replacement
        next.starts += 1
        start(next)
    }

    /// The error for the client: an upload that could not be kept is the store's fault, not the request's.
    private func refusal(_ error: any Error) -> any Error {
        guard error is SQLiteFailure else { return error }
        // SQLite's running statement is interrupted, too.
        if interruption.isOver { return Interruption.stopping }
        logger.error("a long write failed", metadata: ["error": "\(error)"])
        return ListError(.unavailable, "The store could not write.")
    }
}

/// The schemas have changed that a long write has held its items to.
private struct CellTypesChanged: Error {}
