import Lists

/// A write that waits for the writer.
struct WriteJob: Sendable {
    /// A write whose work has run.
    struct Outcome: Sendable {
        /// Whether what the work changed is to be stored.
        let succeeded: Bool
        /// Calls the write's completion: with what the work said, or with this error in its place.
        let complete: @Sendable ((any Error)?) -> Void
    }

    let id: ListID
    /// The long write that this is a part of; any other waits while its list has one.
    let staging: Staging?
    /// Runs the work.
    let run: @Sendable (StoreTransaction) -> Outcome
    /// Calls the completion of a write whose work has not run.
    let refuse: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ id: ListID, of staging: Staging? = nil, _ work: @escaping @Sendable (StoreTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.id = id
        self.staging = staging
        run = { transaction in
            do {
                let value = try work(transaction)
                return Outcome(succeeded: true) { completion($0.map(Result.failure) ?? .success(value)) }
            } catch {
                return Outcome(succeeded: false) { completion(.failure($0 ?? error)) }
            }
        }
        refuse = { completion(.failure($0)) }
    }
}
