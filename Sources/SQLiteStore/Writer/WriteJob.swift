import Lists
import Ports
import Synchronization

/// A write that waits for the writer.
struct WriteJob: Sendable {
    /// A write whose work has run.
    struct Outcome: Sendable {
        /// Whether what the work changed is to be stored.
        let succeeded: Bool
        /// Why it has not; `nil` where it has.
        var error: (any Error)?
        /// Calls the write's completion with the work's outcome, or with an error instead.
        let complete: @Sendable ((any Error)?) -> Void

        /// SQLite's failure, if that is the reason.
        var storeFailure: SQLiteFailure? { error as? SQLiteFailure }

        /// The outcome of a write that was begun and whose work could not run.
        static func failed(_ job: WriteJob, _ error: any Error) -> Outcome {
            Outcome(succeeded: false, error: error) { job.fail($0 ?? error) }
        }
    }

    /// The subject of the work, and the closure that runs it.
    enum Work: Sendable {
        /// A list.
        ///
        /// - Parameter longWrite: The long write that this is a part of; any other waits while its list has one.
        case list(ListID, longWrite: LongWrite?, run: @Sendable (StoreTransaction) -> Outcome)
        /// Webhooks and deliveries.
        case webhooks(run: @Sendable (OutboxTransaction) -> Outcome)
        /// Registered cell types.
        case cellTypes(run: @Sendable (RegistryTransaction) -> Outcome)
        /// The end of a long write that comes to nothing. It takes effect also where its transaction is rolled back.
        case abandon(LongWrite)
    }

    let work: Work
    let claim = WriteClaim()
    /// Calls the completion of a write whose claim was taken and whose work has not run.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ id: ListID, of longWrite: LongWrite? = nil, _ work: @escaping @Sendable (StoreTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.work = .list(id, longWrite: longWrite) { transaction in Self.outcome({ try work(transaction) }, completion) }
        fail = { completion(.failure($0)) }
    }

    init<Value: Sendable>(
        webhooks work: @escaping @Sendable (OutboxTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.work = .webhooks { transaction in Self.outcome({ try work(transaction) }, completion) }
        fail = { completion(.failure($0)) }
    }

    init<Value: Sendable>(
        cellTypes work: @escaping @Sendable (RegistryTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.work = .cellTypes { transaction in Self.outcome({ try work(transaction) }, completion) }
        fail = { completion(.failure($0)) }
    }

    init(abandoning longWrite: LongWrite) {
        work = .abandon(longWrite)
        fail = { _ in }
    }

    /// Whether it is a part of a long write, which may wait where the queue is full.
    var isStaged: Bool {
        switch work {
        case .list(_, longWrite: .some, run: _), .abandon: true
        case .list, .webhooks, .cellTypes: false
        }
    }

    /// Whether it waits no longer than the store's configuration allows. Giving up takes no time of anybody's.
    var hasDeadline: Bool {
        if case .abandon = work { false } else { true }
    }

    /// Refuses a write that waits; nothing happens where it has begun, or was refused before.
    func refuse(_ error: any Error) {
        if claim.take() { fail(error) }
    }

    private static func outcome<Value: Sendable>(
        _ work: () throws -> Value, _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Outcome {
        do {
            let value = try work()
            return Outcome(succeeded: true) { completion($0.map(Result.failure) ?? .success(value)) }
        } catch {
            return Outcome(succeeded: false, error: error) { completion(.failure($0 ?? error)) }
        }
    }
}

/// Whether a write still waits: the writer begins it or somebody refuses it, and only the first of them can. Any thread may use it.
final class WriteClaim: Sendable {
    /// When the write was asked for.
    let arrival = Uptime.now
    private let isTaken = Atomic<Bool>(false)
    private let hasBegun = Atomic<Bool>(false)

    /// Ends the waiting.
    ///
    /// - Returns: Whether the caller is the first, and now answers for the write.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }

    /// Ends the waiting to begin the write, which only the writer does.
    func begin() -> Bool {
        guard take() else { return false }
        hasBegun.store(true, ordering: .relaxed)
        return true
    }

    /// Has a write wait once more that was begun, and whose transaction was rolled back.
    ///
    /// - Returns: Whether it had begun.
    func waitAgain() -> Bool {
        guard hasBegun.exchange(false, ordering: .relaxed) else { return false }
        isTaken.store(false, ordering: .releasing)
        return true
    }
}
