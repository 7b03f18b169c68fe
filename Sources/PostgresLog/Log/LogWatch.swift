import Foundations
import Logging
import Synchronization

/// The thread that waits for news of a log, and tells others of what its server appended.
///
/// Its session holds the server's own lock, by which others see that it is alive. It looks by itself every 2 s: that finds a connection that is
/// gone, and what a lost notification would have said.
final class LogWatch: Sendable {
    private static let channel = "sectional"
    /// Between two notifications: they cost PostgreSQL more than an entry.
    private static let noticePause = Duration.milliseconds(1)
    private static let lookPause = Duration.seconds(2)
    private static let reconnectPause = Duration.milliseconds(500)

    private struct State {
        var observer: (@Sendable () -> Void)?
        /// Is called when the server begins or ends to lead; `nil` where it does not want to.
        var leader: (@Sendable (Bool) -> Void)?
        var isAble: @Sendable () -> Bool = { true }
        var isLeading = false
        /// Whether the thread is to look at once.
        var looksNow = false
        var hasToAnnounce = false
        var isStopped = false
        var position: Int64 = 0
        var lastAnswer: ContinuousClock.Instant?
    }

    private let access: LogAccess
    private let logger: Logger
    private let state = Mutex(State())
    private let waker = WakePipe()

    init(_ access: LogAccess, logger: Logger) {
        self.access = access
        self.logger = logger
    }

    /// The newest entry that was seen.
    var position: Int64 { state.withLock { $0.position } }

    /// Seconds since the last answer.
    var silence: Double { state.withLock { $0.lastAnswer }.map { (.now - $0) / .seconds(1) } ?? .infinity }

    func observe(_ observer: @escaping @Sendable () -> Void) { state.withLock { $0.observer = observer } }

    /// Leads whenever it can and no other server does.
    func lead(while isAble: @escaping @Sendable () -> Bool, _ leader: @escaping @Sendable (Bool) -> Void) {
        state.withLock { state in
            (state.leader, state.isAble) = (leader, isAble)
            state.looksNow = true
        }
        waker.wake()
    }

    var isLeading: Bool { state.withLock { $0.isLeading } }

    /// Tells the other servers soon that there is something to read.
    func announce() {
        let isFirst = state.withLock { state in
            defer { state.hasToAnnounce = true }
            return !state.hasToAnnounce
        }
        if isFirst { waker.wake() }
    }

    /// Ends the thread soon.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.observer = nil
            state.leader = nil
        }
        waker.wake()
    }

    /// Takes a server's own lock, and listens.
    static func attach(_ connection: LogConnection, server: Int64, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        let rows = try connection.postgres.run(
            [PostgresStep("SELECT pg_try_advisory_lock($1)", [.integer(server)]), PostgresStep("LISTEN \(channel)")], until: deadline)
        guard rows[0].integer(0, 0) == 1 else {
            throw PostgresFailure(.lost, "a server that is alive has this file's number; each server needs a file of its own")
        }
    }

    /// Starts the thread, once, on a connection that is attached.
    func start(_ connection: LogConnection, server: Int64) {
        noteAnswer()
        SystemThread.start(named: "log") { [self] in
            var current: LogConnection? = connection
            var times = Times()
            while !state.withLock({ $0.isStopped }) {
                do throws(PostgresFailure) {
                    if let connection = current {
                        try attend(connection, &times)
                    } else {
                        current = try attachAgain(server, history: connection.history)
                        logger.info("the log answers again", metadata: ["log": "\(access)"])
                        callObserver()
                    }
                } catch {
                    if current != nil {
                        logger.warning("the connection to the log was lost", metadata: ["log": "\(access)", "error": "\(error)"])
                    }
                    current = nil
                    noteLead(false)
                    waker.wait(until: .now + Self.reconnectPause)
                }
            }
        }
    }

    /// When the thread may announce again, and when it looks by itself.
    private struct Times {
        var notice = ContinuousClock.now
        var look = ContinuousClock.now
    }

    private func attachAgain(_ server: Int64, history: String) throws(PostgresFailure) -> LogConnection {
        let deadline = ContinuousClock.now + .seconds(PostgresLog.answerSeconds)
        let connection = try access.openLog(until: deadline)
        // The observer reads, and finds that the log is another one.
        if connection.history != history { callObserver() }
        try Self.attach(connection, server: server, until: deadline)
        noteAnswer()
        return connection
    }

    /// Waits for what is next to do, and does it.
    private func attend(_ connection: LogConnection, _ times: inout Times) throws(PostgresFailure) {
        let postgres = connection.postgres
        let next = state.withLock { $0.hasToAnnounce } ? min(times.notice, times.look) : times.look
        guard postgres.waitForNews(or: waker.reader, until: next) else { throw PostgresFailure(.lost, "the connection was lost") }
        waker.drain()
        let deadline = ContinuousClock.now + .seconds(PostgresLog.answerSeconds)
        if times.notice <= .now, state.withLock({ $0.hasToAnnounce }) {
            // Entries from here on are announced by the next.
            state.withLock { $0.hasToAnnounce = false }
            _ = try postgres.run([PostgresStep(prepared: "notify", "NOTIFY \(Self.channel)")], until: deadline)
            noteAnswer()
            times.notice = .now + Self.noticePause
        }
        var hasNews = postgres.takeNotifications()
        if times.look <= .now || state.withLock({ $0.looksNow }) {
            try tryToLead(postgres, until: deadline)
            let rows = try postgres.run(
                [PostgresStep(prepared: "newest", "SELECT coalesce(max(position), 0) FROM sectional.entry")], until: deadline)
            hasNews = noteAnswer(rows[0].integer(0, 0)) || hasNews
            times.look = .now + Self.lookPause
        }
        if hasNews { callObserver() }
    }

    /// Takes the leader's lock where it is free, and gives it back where the server can't lead. It goes with the session.
    private func tryToLead(_ postgres: PostgresConnection, until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
        let (isWanted, isLeading, isAble) = state.withLock { state in
            state.looksNow = false
            return (state.leader != nil, state.isLeading, state.isAble)
        }
        guard isWanted, isAble() != isLeading else { return }
        if isLeading { noteLead(false) }
        let function = isLeading ? "pg_advisory_unlock" : "pg_try_advisory_lock"
        let rows = try postgres.run(
            [PostgresStep(prepared: function, "SELECT \(function)(\(LogLocks.family), \(LogLocks.lead))")], until: deadline)
        if !isLeading, rows[0].integer(0, 0) == 1 { noteLead(true) }
    }

    private func noteLead(_ isLeading: Bool) {
        let leader = state.withLock { state in
            defer { state.isLeading = isLeading }
            return state.isLeading == isLeading ? nil : state.leader
        }
        guard let leader else { return }
        logger.info("\(isLeading ? "this server leads" : "this server no longer leads")", metadata: ["log": "\(access)"])
        leader(isLeading)
    }

    /// - Returns: Whether the position is new.
    @discardableResult
    private func noteAnswer(_ position: Int64 = 0) -> Bool {
        state.withLock { state in
            defer { state.position = max(state.position, position) }
            state.lastAnswer = .now
            return position > state.position
        }
    }

    private func callObserver() { state.withLock { $0.observer }?() }
}
