import Dispatch
import Lists
@testable import SQLiteStore
import Synchronization

/// Has commits fail as a full disk does, for as long as it is on.
final class FaultSwitch: Sendable {
    private let isOn = Atomic<Bool>(false)
    private let count = Atomic<Int>(0)

    /// Commits that have failed.
    var failures: Int { count.load(ordering: .acquiring) }

    func turn(on: Bool) { isOn.store(on, ordering: .releasing) }

    func pass() throws {
        guard isOn.load(ordering: .acquiring) else { return }
        count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        throw SQLiteFailure(code: .sqlite(13), message: "database or disk is full", operation: "commit")
    }
}

/// Takes in what has become of a write.
final class WriteResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    var completion: @Sendable (Result<Value, any Error>) -> Void {
        { [self] outcome in
            result.withLock { $0 = outcome }
            done.signal()
        }
    }

    /// Whether the write has been answered.
    var isDone: Bool { result.withLock { $0 != nil } }

    /// Waits for the answer; the limit is only there so that a failure ends.
    func get() throws -> Value {
        guard done.wait(timeout: .now() + 60) == .success else { throw ConformanceTestFailure("a write was not answered") }
        done.signal()
        guard let outcome = result.withLock({ $0 }) else { throw ConformanceTestFailure("a write has no result") }
        return try outcome.get()
    }

    /// The code that the write is refused with; `nil` for one that succeeds.
    func code() throws -> ListError.Code? {
        do {
            _ = try get()
            return nil
        } catch let error as ListError {
            return error.code
        }
    }
}
