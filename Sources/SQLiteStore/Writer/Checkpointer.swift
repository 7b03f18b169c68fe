import Dispatch
import Foundations
import Logging
import Synchronization

/// Moves the write-ahead log into the database on a thread of its own, as far as it can without anybody waiting.
final class Checkpointer: Sendable {
    private let connection: DatabaseConnection
    private let health: StoreHealth
    private let logger: Logger
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isAsked = Atomic<Bool>(false)
    private let isEnding = Atomic<Bool>(false)

    init(_ connection: DatabaseConnection, health: StoreHealth, logger: Logger) {
        self.connection = connection
        self.health = health
        self.logger = logger
    }

    func start() {
        SystemThread.start(named: "checkpointer") { [self] in
            while true {
                wake.wait()
                if isEnding.load(ordering: .acquiring) { break }
                checkpoint()
                isAsked.store(false, ordering: .releasing)
            }
            ended.signal()
        }
    }

    /// Asks for a checkpoint; asking while one runs does nothing.
    func ask() {
        guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake.signal()
    }

    /// Ends the thread, after the checkpoint that is running.
    ///
    /// - Returns: Whether it has ended by the deadline.
    func stop(by deadline: DispatchTime) -> Bool {
        isEnding.store(true, ordering: .releasing)
        wake.signal()
        return ended.wait(timeout: deadline) == .success
    }

    private func checkpoint() {
        // Pages of a log go into the database that they were written for, and into no other file.
        guard health.refusal == nil else { return }
        do {
            try connection.checkpoint(.passive)
        } catch let failure as SQLiteFailure where failure.isBusy {
            // The writer is at it itself.
            logger.debug("another checkpoint is running")
        } catch {
            health.note(error)
            logger.warning("could not checkpoint", metadata: ["error": "\(error)"])
        }
    }
}
