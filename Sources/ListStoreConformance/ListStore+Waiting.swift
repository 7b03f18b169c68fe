import Dispatch
public import Lists
import Synchronization

extension ListStore {
    /// Writes, and waits for the outcome. Not to be called on the store's writer.
    ///
    /// - Throws: What `work` or the store threw.
    public func writeAndWait<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome
    ) throws -> Outcome {
        let box = ResultBox<Outcome>()
        let done = DispatchSemaphore(value: 0)
        write(id, work) { result in
            box.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = box.result.withLock({ $0 }) else { throw ConformanceFailure("a write was answered with nothing") }
        return try result.get()
    }

    /// Gives a list this content, making it if there is none.
    @discardableResult
    public func put(_ content: ListModel, into id: ListID) throws -> ListSnapshot {
        try writeAndWait(id) { transaction in
            let edit = try transaction.edit()
            try edit.replace(with: content.draft)
            return try transaction.commit(edit)
        }
    }

    /// Deletes a list.
    ///
    /// - Returns: The version that its end took.
    @discardableResult
    public func delete(_ id: ListID) throws -> Int64 {
        try writeAndWait(id) { try $0.delete() }
    }
}

/// Where a write's completion leaves the outcome for the thread that waits.
private final class ResultBox<Outcome: Sendable>: Sendable {
    let result = Mutex<Result<Outcome, any Error>?>(nil)
}
