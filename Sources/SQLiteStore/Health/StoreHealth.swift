import Lists
import Logging
import Synchronization

/// The known faults of the database. Each has one line in the log, however often it is met. Any thread may use it.
final class StoreHealth: Sendable {
    private struct State {
        var isDamaged = false
        var loss: String?
        var hasWrongTime = false
    }

    private let state = Mutex(State())
    private let path: String
    private let logger: Logger

    init(_ path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// Whether no damage was met, and the files are those that were opened.
    var isWhole: Bool { state.withLock { !$0.isDamaged && $0.loss == nil } }

    /// Why no write can be taken any more; `nil` while writes can.
    var refusal: ListError? {
        state.withLock { $0.loss == nil ? nil : ListError(.unavailable, "The store's files have gone; the server must be started again.") }
    }

    /// Takes in what a read or a write has thrown: damage is noted, all else is not the database's.
    func note(_ error: any Error) {
        if Self.isDamage(error) { noteDamage(error) }
    }

    /// Takes in that the file holds what no version of this program has written, or lacks what it should have.
    func noteDamage(_ error: any Error) {
        let isNew = state.withLock { state in
            defer { state.isDamaged = true }
            return !state.isDamaged
        }
        guard isNew else { return }
        logger.error(
            "the database is damaged: stop the server, run sectional check, and restore a backup",
            metadata: ["database": "\(path)", "error": "\(error)"])
    }

    /// Takes in that a view could not be brought up to date.
    func noteBehind(_ view: ListID, _ error: any Error) {
        note(error)
        logger.error("a view could not be brought up to date", metadata: ["list": "\(view)", "error": "\(error)"])
    }

    /// Takes in a time that is stored: one warning where the clock is far behind it.
    ///
    /// - Parameters:
    ///   - time: Milliseconds since 1970, as is `now`.
    func noteTime(_ time: Int64, now: Int64) {
        guard StoredTime.isWrong(time, now: now) else { return }
        let isNew = state.withLock { state in
            defer { state.hasWrongTime = true }
            return !state.hasWrongTime
        }
        guard isNew else { return }
        logger.warning(
            "the clock is behind times that are stored",
            metadata: ["database": "\(path)", "seconds": "\(time.subtractingReportingOverflow(now).partialValue / 1_000)"])
    }

    /// Takes in that a file of the database is not the one that was opened: no write is taken from now on.
    func lose(_ reason: String) {
        let isNew = state.withLock { state in
            guard state.loss == nil else { return false }
            state.loss = reason
            return true
        }
        guard isNew else { return }
        logger.error(
            "\(reason) while the server runs: writes are refused until it is started again", metadata: ["database": "\(path)"])
    }

    /// Whether an error says that the file holds what no version of this program has written.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let failure as SQLiteFailure: failure.isDamage
        case is NodeCorruption: true
        default: false
        }
    }
}
