public import CellTypes
public import Lists
public import Ports
import Synchronization

extension MemoryListStore {
    public var cellTypes: CellTypeRegistry { published.withLock { $0 } }

    /// Puts a registry in the place of the one that holds.
    package func setCellTypes(_ types: CellTypeRegistry) {
        writerState.withLock { writerState in
            writerState.cellTypes = types
            published.withLock { $0 = types }
        }
    }

    public func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let result = writerState.withLock { writerState -> Result<Outcome, any Error> in
            guard isReady else { return .failure(Self.closed) }
            let time = now()
            let transaction = MemoryRegistryTransaction(
                writerState.cellTypes, memory.withLock { $0 }, time: time, storedResponses: storedResponses)
            return Result {
                let outcome = try work(transaction)
                writerState.cellTypes = transaction.cellTypes
                published.withLock { $0 = transaction.cellTypes }
                if let answer = transaction.answer { storedResponses.add(answer, now: time) }
                return outcome
            }
        }
        completion(result)
    }

    public func uses(of type: String, after number: Int64, limit: Int) -> [TypeUse] {
        memory.withLock { $0 }.uses(of: type, after: number, limit: limit)
    }

    /// Runs it at once: nothing here takes long.
    public func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (_ refusal: ListError?) -> Void) {
        work(isReady ? nil : Self.closed)
    }
}
