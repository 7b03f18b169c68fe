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
    let configuration: SQLiteStoreConfiguration
    let writer: StoreWriter
    let interruption: Interruption
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
        writer.viewObserver.set { [weak self] in self?.build($0) }
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
            let edit = self.edit(of: long)
            edit.stage(limit: configuration.stagedRows) { try self.store($0, replacement.id, long.longWrite) }
            try replacement.prepare(edit, of: long, stagedRows: configuration.stagedRows)
            let build = try edit.properties.view.map { try self.build(of: $0, replacement.id, long) }
            let draft = try build.map { try show($0, in: edit, replacement.id, long) } ?? finished(edit, replacement.id, long)
            finish(replacement, long, draft, build, hasTypedItems: edit.hasTypedItems)
        } catch {
            writer.queue.add(WriteJob(abandoning: long.longWrite))
            // A version of a view's source that has left the history meanwhile.
            if error is MissingRecord, replacement.canStartAgain { return startAgain(replacement) }
            replacement.completion(.failure(self.refusal(error)))
        }
    }

    /// The edit of a long write, for the thread that calls.
    func edit(of long: LongEdit) -> ListEdit {
        long.edit(makeIdentifiers(), check: WorkCheck { [interruption] in try interruption.check() })
    }

    /// Ends an edit, and stores what its version has but for a last part.
    ///
    /// - Returns: The version; `nil` where nothing has changed.
    func finished(_ edit: ListEdit, _ id: ListID, _ long: LongEdit) throws -> VersionDraft? {
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
        try runOnWriter(id, longWrite) { try $0.store(part: rows) }
        if !longWrite.repeatedIDs.isEmpty { throw RepeatedNames(ids: longWrite.repeatedIDs) }
    }

    /// Runs work in a transaction of a long write, and waits for it.
    func runOnWriter<Value: Sendable>(
        _ id: ListID, _ longWrite: LongWrite, _ work: @escaping @Sendable (StoreTransaction) throws -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        writer.queue.add(
            WriteJob(id, of: longWrite, work) { result in
                outcome.withLock { $0 = result }
                done.signal()
            })
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else { throw StoreMisuse("a write has an outcome") }
        return try outcome.get()
    }

    /// Makes the version that reaches all that was stored.
    private func finish<Outcome>(
        _ replacement: Replacement<Outcome>, _ long: LongEdit, _ draft: VersionDraft?, _ build: ViewBuild?, hasTypedItems: Bool
    ) {
        writer.queue.add(
            WriteJob(replacement.id, of: long.longWrite) { transaction in
                guard !hasTypedItems || transaction.cellTypes.schemaVersion == long.cellTypes.schemaVersion else {
                    throw CellTypesChanged()
                }
                let snapshot =
                    try build.map { try transaction.commit(draft, of: $0) } ?? transaction.commit(draft?.made(at: transaction.now))
                return try replacement.finish(transaction, ReplacedList(snapshot: snapshot, isNew: long.isNew))
            } completion: { [self] result in
                if case .failure = result { writer.queue.add(WriteJob(abandoning: long.longWrite)) }
                if case .failure(let error) = result, error is CellTypesChanged { return startAgain(replacement) }
                replacement.completion(result)
            })
    }

    /// Starts a replacement once more whose items were held to schemas that are no longer in force, or a view whose source was read in a
    /// version that is gone: what is in memory is still there, what was uploaded is used up.
    private func startAgain<Outcome>(_ replacement: Replacement<Outcome>) {
        guard replacement.canStartAgain, replacement.starts < Self.mostStarts else {
            let message = "What the content rests on has changed while it was prepared; nothing has changed. Send it again."
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
