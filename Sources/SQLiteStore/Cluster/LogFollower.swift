import Dispatch
import Foundations
import Lists
import Ports
import Synchronization

/// A store's way to its log: reads what is new for all who wait, and asks for the lock, on two threads of its own. The writer applies what
/// was read, and takes its turn when the lock is there. Any thread may use it.
final class LogFollower: Sendable {
    /// Seconds after which the log is asked although nobody waits: news of it may be lost.
    private static let interval = 0.25
    /// Seconds that a reader waits for the log.
    private static let patience = 2.0
    /// Seconds that the writer waits for the lock before it is told that there is none.
    private static let lockSeconds = 10.0
    /// Bytes of entries that wait to be applied, above which no more are read.
    private static let entryBytes = 16 << 20

    private struct State {
        /// The last entry that every reader sees.
        var applied: LogPosition
        /// Entries behind it that are to be applied.
        var entries: [LogEntry] = []
        /// Readers for whom the log is to be asked.
        var waiting: [DispatchSemaphore] = []
        /// Readers whose answer waits for an entry to be applied, and when the log was asked for them.
        var answered: [(position: Int64, asked: UInt64, readers: [DispatchSemaphore])] = []
        /// When the log was asked whose answer readers see; `nil` while they have seen none.
        var checked: UInt64?
        var hasNews = true
        /// Whether so much waits to be applied that no more is read.
        var isFull = false
        var isFailing = false
        var isAsking = false
        var grant: Result<any LogLock, any Error>?
        var isStopped = false
        /// The time that applying entries took.
        var applyNanoseconds: UInt64 = 0

        /// Whether the log was asked so many seconds ago, or later.
        func isChecked(within seconds: Double) -> Bool {
            guard seconds > 0, let checked else { return false }
            return checked >= Uptime.ago(seconds: seconds)
        }

        /// Takes in that readers see the answer to what was asked at a time.
        mutating func note(checked asked: UInt64) { checked = max(checked ?? asked, asked) }
    }

    private let log: any CommitLog
    private let begun = Uptime.now
    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let lockWake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let onWork = Observer<Void>()

    init(_ log: any CommitLog, applied: LogPosition) {
        self.log = log
        state = Mutex(State(applied: applied))
    }

    /// Reads the log once, so that a store that it has nothing for is ready when it is open, and starts the threads.
    ///
    /// - Parameter onWork: Wakes the writer: there are entries, or the lock.
    func start(_ onWork: @escaping @Sendable () -> Void) {
        self.onWork.set { onWork() }
        log.onNews { [weak self] in self?.noteNews() }
        wake.signal()
        _ = read()
        SystemThread.start(named: "log reader") { [self] in
            while read() {}
            ended.signal()
        }
        SystemThread.start(named: "log lock") { [self] in
            while lock() {}
            ended.signal()
        }
    }

    /// Ends the threads, and refuses those who wait.
    func stop(by deadline: DispatchTime) -> Bool {
        let (readers, grant) = state.withLock { state in
            state.isStopped = true
            defer { (state.waiting, state.answered) = ([], []) }
            return (state.waiting + state.answered.flatMap(\.readers), state.grant.take())
        }
        for reader in readers { reader.signal() }
        if case .success(let lock) = grant { lock.release() }
        for thread in [wake, lockWake] { thread.signal() }
        return [ended, ended].allSatisfy { $0.wait(timeout: deadline) == .success }
    }

    /// Whether the log has not answered for so many seconds, or entries were not applied; also until readers have seen its first answer.
    func isLate(seconds: Double) -> Bool { state.withLock { !$0.isChecked(within: seconds) } }

    /// How far the store is.
    var status: LogStatus {
        let now = Uptime.now
        return state.withLock { state in
            LogStatus(
                position: state.applied.number, lagSeconds: Double(now - min(state.checked ?? begun, now)) / 1e9,
                applySeconds: Double(state.applyNanoseconds) / 1e9)
        }
    }

    /// Adds to the time that applying entries took.
    func noteApplying(nanoseconds: UInt64) { state.withLock { $0.applyNanoseconds += nanoseconds } }

    // MARK: Readers

    /// Waits until readers see all that was in the log when the call began.
    ///
    /// - Throws: ``ListError`` `unavailable`.
    func catchUp(_ freshness: Freshness) throws {
        let answer = DispatchSemaphore(value: 0)
        let (isCurrent, isFirst) = state.withLock { state -> (Bool, Bool) in
            if state.isStopped || state.isChecked(within: freshness.seconds) { return (true, false) }
            if state.isFailing, state.isChecked(within: freshness.staleSeconds) { return (true, false) }
            state.waiting.append(answer)
            return (false, state.waiting.count == 1)
        }
        if isCurrent { return }
        if isFirst { wake.signal() }
        guard answer.wait(timeout: .now() + Self.patience) != .success else { return }
        let isTolerable = state.withLock { state in
            state.waiting.removeAll { $0 === answer }
            return state.isChecked(within: freshness.staleSeconds)
        }
        if !isTolerable { throw ListError(.unavailable, "The server can't see whether others have written.") }
    }

    private func noteNews() {
        state.withLock { $0.hasNews = true }
        wake.signal()
    }

    /// Reads the log once, as soon as somebody waits, there is news, or it is time.
    ///
    /// - Returns: False once the follower has stopped.
    private func read() -> Bool {
        let isTime = wake.wait(timeout: .now() + Self.interval) == .timedOut
        let turn = state.withLock { state -> (after: LogPosition, readers: [DispatchSemaphore])? in
            guard !state.isFull, isTime || state.hasNews || !state.waiting.isEmpty else { return nil }
            state.hasNews = false
            defer { state.waiting = [] }
            return (state.entries.last?.position ?? state.applied, state.waiting)
        }
        let isStopped = state.withLock { $0.isStopped }
        guard !isStopped, let turn else { return !isStopped }
        let asked = Uptime.now
        do {
            take(try log.read(after: turn.after), behind: turn.after, asked, turn.readers)
        } catch {
            state.withLock { state in
                state.isFailing = true
                state.waiting = turn.readers + state.waiting
                // The writer meets it when it asks for the lock, and knows what it means for the file.
                if case LogRefusal.diverged = error { state.grant = state.grant ?? .failure(error) }
            }
            onWork.notify(())
        }
        return true
    }

    private func take(_ run: LogRun, behind position: LogPosition, _ asked: UInt64, _ readers: [DispatchSemaphore]) {
        let end = run.entries.last?.position.number ?? position.number
        let (seen, hasWork) = state.withLock { state -> ([DispatchSemaphore], Bool) in
            state.isFailing = false
            let last = max(state.applied.number, state.entries.last?.position.number ?? 0)
            state.entries += run.entries.filter { $0.position.number > last }
            state.isFull = state.entries.reduce(0) { $0 + $1.data.count } > Self.entryBytes
            guard run.isEnd else {
                state.waiting = readers + state.waiting
                state.hasNews = true
                return ([], true)
            }
            guard end > state.applied.number else {
                state.note(checked: asked)
                return (readers, false)
            }
            state.answered.append((end, asked, readers))
            return ([], true)
        }
        for reader in seen { reader.signal() }
        if hasWork { onWork.notify(()) }
        if !run.isEnd { wake.signal() }
    }

    // MARK: The writer

    /// The entry to be applied next; `nil` while there is none.
    var nextEntry: LogEntry? { state.withLock { $0.entries.first } }

    /// Takes in that readers see an entry, which was applied or is the store's own.
    func note(applied position: LogPosition) {
        let (seen, hasRoom) = state.withLock { state -> ([DispatchSemaphore], Bool) in
            state.applied = position
            state.entries.removeAll { $0.position.number <= position.number }
            var seen: [DispatchSemaphore] = []
            for answer in state.answered where answer.position <= position.number {
                state.note(checked: answer.asked)
                seen += answer.readers
            }
            state.answered.removeAll { $0.position <= position.number }
            let hasRoom = state.isFull && state.entries.isEmpty
            if hasRoom { state.isFull = false }
            return (seen, hasRoom)
        }
        for reader in seen { reader.signal() }
        if hasRoom { wake.signal() }
    }

    /// Asks for the lock, unless that is asked for already.
    func askForLock() {
        let isFirst = state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
        if isFirst { lockWake.signal() }
    }

    /// The lock once it is there, or why there is none; `nil` while that is not known.
    func takeGrant() -> Result<any LogLock, any Error>? { state.withLock { $0.grant.take() } }

    /// Waits for the lock on the calling thread.
    func lock(after position: LogPosition) throws -> any LogLock { try log.lock(after: position, within: Self.lockSeconds) }

    private func lock() -> Bool {
        lockWake.wait()
        let (position, isStopped) = state.withLock { ($0.applied, $0.isStopped) }
        guard !isStopped else { return false }
        let grant = Result { try lock(after: position) }
        let isLate = state.withLock { state in
            guard !state.isStopped else { return true }
            state.isAsking = false
            state.grant = grant
            return false
        }
        if isLate, case .success(let lock) = grant { lock.release() }
        onWork.notify(())
        return !isLate
    }
}
