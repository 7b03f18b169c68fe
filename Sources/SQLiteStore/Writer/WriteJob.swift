import Lists

/// A write that waits for the writer.
struct WriteJob: Sendable {
    /// A write whose work has run.
    struct Outcome: Sendable {
        /// Whether what the work changed is to be stored.
        let succeeded: Bool
        /// What SQLite could not do, where that is why it has not.
        var storeFailure: SQLiteFailure?
        /// Calls the write's completion: with what the work said, or with this error in its place.
        let complete: @Sendable ((any Error)?) -> Void
    }

    /// What it is about, and what runs the work.
    enum Work: Sendable {
        /// A list.
        ///
        /// - Parameter staging: The long write that this is a part of; any other waits while its list has one.
        case list(ListID, staging: Staging?, run: @Sendable (StoreTransaction) -> Outcome)
        /// Webhooks and deliveries.
        case webhooks(run: @Sendable (OutboxTransaction) -> Outcome)
    }

    let work: Work
    /// Calls the completion of a write whose work has not run.
    let refuse: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ id: ListID, of staging: Staging? = nil, _ work: @escaping @Sendable (StoreTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.work = .list(id, staging: staging) { transaction in Self.outcome({ try work(transaction) }, completion) }
        refuse = { completion(.failure($0)) }
    }

    init<Value: Sendable>(
        webhooks work: @escaping @Sendable (OutboxTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.work = .webhooks { transaction in Self.outcome({ try work(transaction) }, completion) }
        refuse = { completion(.failure($0)) }
    }

    /// Whether it is a part of a long write.
    var isStaged: Bool {
        if case .list(_, staging: .some, run: _) = work { return true }
        return false
    }

    private static func outcome<Value: Sendable>(
        _ work: () throws -> Value, _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Outcome {
        do {
            let value = try work()
            return Outcome(succeeded: true) { completion($0.map(Result.failure) ?? .success(value)) }
        } catch {
            return Outcome(succeeded: false, storeFailure: error as? SQLiteFailure) { completion(.failure($0 ?? error)) }
        }
    }
}
