public import CellTypes
public import Lists
public import Ports
import Synchronization

extension MemoryListStore {
    public var cellTypes: CellTypeRegistry { published.withLock { $0 } }

    public func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let result = desk.withLock { desk -> Result<Outcome, any Error> in
            guard isReady else { return .failure(Self.closed) }
            let time = now()
            let transaction = MemoryRegistryTransaction(
                desk.cellTypes, shelf.withLock { $0 }, time: time, storedResponses: storedResponses)
            return Result {
                let outcome = try work(transaction)
                desk.cellTypes = transaction.cellTypes
                published.withLock { $0 = transaction.cellTypes }
                if let answer = transaction.answer { storedResponses.add(answer, now: time) }
                return outcome
            }
        }
        completion(result)
    }

    public func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] {
        shelf.withLock { $0 }.uses(of: type, after: number, limit: limit)
    }

    /// Runs it at once: nothing here takes long.
    public func runBeside(_ work: @escaping @Sendable (_ refusal: ListError?) -> Void) {
        work(isReady ? nil : Self.closed)
    }
}
