import Foundation
import PostgresLog
import Ports
import Synchronization
import TestSupport

/// A thread that appends entry after entry, and finds out what became of those in doubt as a store does.
final class Appender: Sendable {
    private struct State {
        var acknowledged: [Int64] = []
        var refused: [Int64] = []
        var failure: (any Error)?
        var isStopped = false
        var hasEnded = false
    }

    private let log: PostgresLog
    private let state = Mutex(State())

    init(_ log: PostgresLog) {
        self.log = log
    }

    /// The ids of the entries that were made, and of those that were certainly not.
    var acknowledged: [Int64] { state.withLock { $0.acknowledged } }
    var refused: [Int64] { state.withLock { $0.refused } }

    func start() {
        Thread.detachNewThread { [self] in
            var last = LogPosition.beginning
            var doubtful: Int64?
            while !state.withLock({ $0.isStopped }) || doubtful != nil {
                do {
                    let lock = try log.lock(after: last, within: 30)
                    if let id = doubtful {
                        let isMade = lock.run.entries.contains { $0.position.id == id }
                        state.withLock { state in
                            if isMade { state.acknowledged.append(id) } else { state.refused.append(id) }
                        }
                        doubtful = nil
                    }
                    last = lock.run.entries.last?.position ?? last
                    let position = LogPosition(number: last.number + 1, id: .random(in: 1...Int64.max))
                    do {
                        try lock.append(LogEntry(position: position, previous: last.id, schema: 1, data: [1, 2, 3]))
                        last = position
                        state.withLock { $0.acknowledged.append(position.id) }
                    } catch is LogDoubt {
                        doubtful = position.id
                    } catch {
                        state.withLock { $0.refused.append(position.id) }
                    }
                } catch LogRefusal.unavailable {
                    usleep(1_000)
                } catch {
                    state.withLock { $0.failure = error }
                    break
                }
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    /// Waits until it has ended, with nothing in doubt.
    func stop() throws {
        state.withLock { $0.isStopped = true }
        try eventually("the thread ends") { state.withLock { $0.hasEnded } }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
