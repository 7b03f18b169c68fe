import Dispatch
public import Ports
import Synchronization

/// A log in memory, for several stores of one process.
public final class MemoryLog: CommitLog {
    /// The ways in which a log may make it hard for its stores.
    public struct Faults: Sendable {
        /// Whether nobody hears of news.
        public var losesNews = false
        /// Seconds after which the lock is handed out.
        public var lockDelay = 0.0
        /// Whether some appends have no answer: one in five was done, another one was not.
        public var leavesDoubt = false

        public init() {}
    }

    private struct State {
        var entries: [LogEntry] = []
        var observers: [@Sendable () -> Void] = []
        var appends = 0
        var isAway = false
        /// What each store pins that has joined and is not gone.
        var pins: [Int64: [PinnedVersion]] = [:]
    }

    /// The most entries of a run.
    private static let runLength = 3

    private let faults: Faults
    private let state = Mutex(State())
    private let turn = DispatchSemaphore(value: 0)

    public init(_ faults: Faults = Faults()) {
        self.faults = faults
        turn.signal()
    }

    /// All that was appended.
    public var entries: [LogEntry] { state.withLock { $0.entries } }

    /// Takes the log away from its stores, or gives it back.
    public func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// Loses the last entries, as a database does whose standby had not got them.
    public func loseEntries(_ count: Int) { state.withLock { $0.entries.removeLast(count) } }

    public func join(_ server: Int64) throws -> String {
        try checkIsThere()
        state.withLock { $0.pins[server] = [] }
        return "memory"
    }

    /// Takes in that a store has ended without a word.
    public func lose(_ server: Int64) { state.withLock { $0.pins[server] = nil } }

    /// The stores that are alive.
    public var servers: Set<Int64> { state.withLock { Set($0.pins.keys) } }

    public func exchange(_ pins: [PinnedVersion], of server: Int64) throws -> LogPeers {
        try checkIsThere()
        return state.withLock { state in
            if state.pins[server] != nil { state.pins[server] = pins }
            return LogPeers(
                alive: Set(state.pins.keys), pins: state.pins.filter { $0.key != server }.flatMap(\.value))
        }
    }

    public func lock(after position: LogPosition, within seconds: Double) throws -> any LogLock {
        try checkIsThere()
        guard turn.wait(timeout: .now() + seconds) == .success else { throw LogRefusal.unavailable("the lock is not free") }
        if faults.lockDelay > 0 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + faults.lockDelay) }
        do { return Lock(log: self, run: try read(after: position)) } catch {
            turn.signal()
            throw error
        }
    }

    public func read(after position: LogPosition) throws -> LogRun {
        try checkIsThere()
        return try state.withLock { state in
            let count = Int(position.number)
            guard count <= state.entries.count, count == 0 || state.entries[count - 1].position == position else {
                throw LogRefusal.diverged(position)
            }
            let run = Array(state.entries[count...].prefix(Self.runLength))
            return LogRun(entries: run, isEnd: count + run.count == state.entries.count)
        }
    }

    public func onNews(_ wake: @escaping @Sendable () -> Void) {
        if !faults.losesNews { state.withLock { $0.observers.append(wake) } }
    }

    private func checkIsThere() throws {
        if state.withLock({ $0.isAway }) { throw LogRefusal.unavailable("the log is away") }
    }

    private func append(_ entry: LogEntry) throws {
        let (observers, hasAnswer) = try state.withLock { state in
            if state.isAway { throw LogRefusal.unavailable("the log is away") }
            guard entry.position.number == state.entries.count + 1, entry.previous == state.entries.last?.position.id ?? 0 else {
                throw LogRefusal.overtaken
            }
            state.appends += 1
            let (isDone, hasAnswer) = faults.leavesDoubt ? (state.appends % 5 != 2, state.appends % 5 > 2) : (true, true)
            if isDone { state.entries.append(entry) }
            return (state.observers, hasAnswer)
        }
        for observer in observers { observer() }
        if !hasAnswer { throw LogDoubt("no answer") }
    }

    private final class Lock: LogLock {
        let run: LogRun
        private let log: MemoryLog

        init(log: MemoryLog, run: LogRun) {
            self.log = log
            self.run = run
        }

        func append(_ entry: LogEntry) throws {
            defer { log.turn.signal() }
            try log.append(entry)
        }

        func release() { log.turn.signal() }
    }
}
