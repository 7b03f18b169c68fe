import Synchronization

/// The parts of a store that a store which only reads does not have.
final class WritingSide: Sendable {
    let writer: Writer
    let longWriter: LongWriter
    let checkpointer: Checkpointer
    private let lock: Mutex<DatabaseLock?>
    private let isClosing = Atomic<Bool>(false)

    init(lock: DatabaseLock, writer: Writer, longWriter: LongWriter, checkpointer: Checkpointer) {
        self.lock = Mutex(lock)
        self.writer = writer
        self.longWriter = longWriter
        self.checkpointer = checkpointer
    }

    /// Whether this is the first call.
    func beginClosing() -> Bool {
        !isClosing.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Lets another process write to the database.
    func unlock() {
        lock.withLock { $0 = nil }
    }
}
