import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// Moves the write-ahead log into the database on a thread of its own, as far as it can without anybody waiting.
final class Checkpointer: Sendable {
    private let queue: DatabaseQueue
    private let logger: Logger
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isAsked = Atomic<Bool>(false)
    private let isEnding = Atomic<Bool>(false)

    init(_ queue: DatabaseQueue, logger: Logger) {
        self.queue = queue
        self.logger = logger
    }

    func start() {
        let thread = Thread { [self] in
            while true {
                wake.wait()
                if isEnding.load(ordering: .acquiring) { break }
                checkpoint()
                isAsked.store(false, ordering: .releasing)
            }
            ended.signal()
        }
        thread.name = "checkpointer"
        thread.start()
    }

    /// Asks for a checkpoint; asking while one runs does nothing.
    func ask() {
        guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake.signal()
    }

    /// Ends the thread, after the checkpoint that is running.
    func stop() {
        isEnding.store(true, ordering: .releasing)
        wake.signal()
        ended.wait()
    }

    private func checkpoint() {
        do {
            try queue.inDatabase { _ = try $0.checkpoint(.passive) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // The writer is at it itself.
            logger.debug("another checkpoint is running")
        } catch {
            logger.warning("could not checkpoint", metadata: ["error": "\(error)"])
        }
    }
}
