import Dispatch
import Lists
import Logging
import Ports
import Synchronization
import Threads

/// Runs replacements: short ones in one transaction of the writer, long ones on threads of their own, which hand the writer what they
/// have made a little at a time.
///
/// Any thread may use it.
final class LongWriter: Sendable {
    /// A long write that waits for a thread; it runs, or ends with the refusal that it is given.
    private struct Waiting {
        let arrival = Uptime.now
        let work: @Sendable (_ refusal: ListError?) -> Void
    }

    private struct State {
        var waiting: [Waiting] = []
        var running = 0
        var isOpen = true
    }

    private let state = Mutex(State())
    private let configuration: SQLiteStoreConfiguration
    private let writer: Writer
    private let interruption: Interruption
    private let logger: Logger
    private let makeIdentifiers: @Sendable () -> any IdentifierSource

    init(
        configuration: SQLiteStoreConfiguration, writer: Writer, interruption: Interruption, logger: Logger,
        makeIdentifiers: @escaping @Sendable () -> any IdentifierSource
    ) {
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
                case .success(.long(let long)): add { refusal in self.run(replacement, long, refusal) }
                case .failure(let error): replacement.completion(.failure(error))
                }
            })
    }

    /// Starts no more long writes; those that run end when they next need the writer.
    func stop() {
        let waiting = state.withLock { state in
            state.isOpen = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in waiting { waiting.work(Interruption.stopping) }
    }

    /// Refuses the long writes that have waited for a thread since before a time.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        let late = state.withLock { state in
            defer { state.waiting.removeAll { $0.arrival < time } }
            return state.waiting.filter { $0.arrival < time }
        }
        for waiting in late { waiting.work(error) }
    }

    /// Runs a long write as soon as a thread is free.
    private func add(_ work: @escaping @Sendable (_ refusal: ListError?) -> Void) {
        let (isOpen, starts) = state.withLock { state in
            guard state.isOpen else { return (false, false) }
            state.waiting.append(Waiting(work: work))
            let starts = state.running < max(1, configuration.longWrites)
            if starts { state.running += 1 }
            return (true, starts)
        }
        guard isOpen else { return work(Interruption.stopping) }
        guard starts else { return }
        SystemThread.start(named: "long write") { [self] in
            while let next = next() { next(nil) }
        }
    }

    private func next() -> (@Sendable (ListError?) -> Void)? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().work
        }
    }

    private func run<Outcome>(_ replacement: Replacement<Outcome>, _ long: LongEdit, _ refusal: ListError?) {
        do {
            if let refusal { throw refusal }
            let edit = long.edit(makeIdentifiers(), check: WorkCheck { [interruption] in try interruption.check() })
            edit.stage(limit: configuration.stagedRows) { try self.store($0, replacement.id, long.longWrite) }
            try replacement.prepare(edit, of: long)
            finish(replacement, long, Handover(edit))
        } catch {
            writer.queue.add(WriteJob(abandoning: long.longWrite))
            replacement.completion(.failure(self.refusal(error)))
        }
    }

    /// Stores a part, and waits until that is done: the writer is never more than one part behind.
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
    }

    /// Makes the version that reaches all that was stored.
    private func finish<Outcome>(_ replacement: Replacement<Outcome>, _ long: LongEdit, _ prepared: Handover<ListEdit>) {
        writer.queue.add(
            WriteJob(replacement.id, of: long.longWrite) { transaction in
                guard let edit = prepared.take() else { throw StoreMisuse("an edit is committed once") }
                let snapshot = try transaction.commit(edit)
                return try replacement.finish(transaction, ReplacedList(snapshot: snapshot, isNew: long.isNew))
            } completion: { [self] result in
                if case .failure = result { writer.queue.add(WriteJob(abandoning: long.longWrite)) }
                replacement.completion(result)
            })
    }

    /// The error for the client: an upload that could not be kept is the store's fault, not the request's.
    private func refusal(_ error: any Error) -> any Error {
        guard error is SQLiteFailure else { return error }
        // What SQLite was doing is broken off, too.
        if interruption.isOver { return Interruption.stopping }
        logger.error("a long write failed", metadata: ["error": "\(error)"])
        return ListError(.unavailable, "The store could not write.")
    }
}
