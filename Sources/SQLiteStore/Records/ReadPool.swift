import Dispatch
import Lists
import Synchronization

/// A connection's reader on its way from one thread to the next.
private struct PooledReader: @unchecked Sendable {  // The pool lends it to one thread at a time.
    let reader: RecordReader
}

/// The connections that read, lent to one thread at a time.
///
/// There are as many as have been needed at once, up to a bound; beyond it a thread waits for another to finish. The connection used
/// last is lent first, for its pages are warm.
final class ReadPool: Sendable {
    private struct State {
        var idle: [PooledReader] = []
        var isOpen = true
    }

    private let state = Mutex(State())
    private let free: DispatchSemaphore
    private let open: @Sendable () throws -> DatabaseConnection
    private let onFailure: @Sendable (any Error) -> Void

    /// - Parameter onFailure: Called with each error that a read throws.
    init(limit: Int, onFailure: @escaping @Sendable (any Error) -> Void, open: @escaping @Sendable () throws -> DatabaseConnection) {
        self.onFailure = onFailure
        free = DispatchSemaphore(value: max(1, limit))
        self.open = open
    }

    /// Runs `body` with a connection. No read transaction may outlive it.
    ///
    /// - Throws: ``ListError`` `unavailable` once the pool is closed.
    func withReader<Value>(_ body: (RecordReader) throws -> Value) throws -> Value {
        free.wait()
        defer { free.signal() }
        let (isOpen, lent) = state.withLock { ($0.isOpen, $0.idle.popLast()) }
        guard isOpen else { throw ListError(.unavailable, "The store is closed.") }
        do {
            let pooled = try lent ?? PooledReader(reader: RecordReader(open()))
            defer {
                state.withLock { if $0.isOpen { $0.idle.append(pooled) } }
            }
            return try body(pooled.reader)
        } catch {
            onFailure(error)
            throw error
        }
    }

    /// Closes the connections; those lent close when they come back.
    func close() {
        let idle = state.withLock { state in
            state.isOpen = false
            defer { state.idle = [] }
            return state.idle
        }
        // The connections close here, outside the lock.
        _ = consume idle
    }
}
