import CMicroHTTPD
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Looks at all connections now and then, on a thread of its own, and ends those whose clients send or read too slowly, or have sent their last.
/// Wakes the library's threads where one of them may hold events that it does not handle (``ThreadWaker``).
///
/// The library finds neither: each byte begins its idle time anew, and it misses an end that comes together with bytes. So a request costs
/// nothing of this but two numbers (``ConnectionProgress``); a look costs a system call for each connection, and one for all together.
final class ConnectionSweep: Sendable {
    private static let timeout = Array("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)

    private let connections: Connections
    private let rules: ConnectionPace.Rules
    private let waker: ThreadWaker
    private let interval: Double
    private let closed = Atomic<Int>(0)
    private let pipe: (read: Int32, write: Int32)
    private let thread = Mutex<pthread_t?>(nil)
    /// When answers were looked at last.
    private let answersTime = Mutex(-Double.infinity)

    init(connections: Connections, rules: ConnectionPace.Rules, waker: ThreadWaker) {
        self.connections = connections
        self.rules = rules
        self.waker = waker
        interval = min(1, max(0.05, min(rules.headerSeconds, rules.windowSeconds) / 8))
        pipe = makePipe()
    }

    deinit {
        if pipe.read >= 0 { close(pipe.read) }
        if pipe.write >= 0 { close(pipe.write) }
    }

    /// Connections that were ended because their clients sent or read too slowly.
    var closedCount: Int { closed.load(ordering: .relaxed) }

    /// Begins to look; without a thread or a pipe nothing is looked at.
    func start() {
        var thread = pthread_t()
        // Retained for the thread; `connectionsAreSwept` takes it back.
        let retained = Unmanaged.passRetained(self)
        if pipe.read >= 0, pthread_create(&thread, nil, connectionsAreSwept, retained.toOpaque()) == 0 {
            self.thread.withLock { $0 = thread }
        } else {
            retained.release()
        }
    }

    /// Ends, and waits for the thread.
    func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        var byte: UInt8 = 0
        _ = write(pipe.write, &byte, 1)
        pthread_join(thread, nil)
    }

    /// The thread's whole work.
    func run() {
        let start = ContinuousClock.now
        var stop = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
        while poll(&stop, 1, Int32(interval * 1_000)) == 0 || errno == EINTR && stop.revents == 0 {
            sweep(at: (ContinuousClock.now - start) / .seconds(1))
        }
    }

    private func sweep(at time: Double) {
        let all = connections.all
        if all.count >= ThreadWaker.leastConnections { waker.wake() }
        var waiting: [Connection] = []
        let looksAtAnswers = isTimeForAnswers(at: time)
        for connection in all {
            let (steps, body) = (connection.progress.stepCount, connection.progress.bodyCount)
            let isWaiting = steps.isMultiple(of: 2)
            if isWaiting { waiting.append(connection) }
            let isAnswering = !isWaiting && connection.progress.isAnswering
            guard isWaiting || body != nil || isAnswering && looksAtAnswers else { continue }
            let look =
                isAnswering
                ? Self.look(at: connection, steps)
                : ConnectionPace.Look(steps: steps, body: body, received: shim_received_count(connection.socket))
            let verdict = connection.pace.withLock { $0.look(look, at: time, rules) }
            if verdict != .inTime { end(connection, verdict) }
        }
        endHalfClosed(waiting)
    }

    /// Answers are looked at a few times in a window: there may be thousands of streams.
    private func isTimeForAnswers(at time: Double) -> Bool {
        answersTime.withLock { last in
            guard time - last >= rules.windowSeconds / 8 else { return false }
            last = time
            return true
        }
    }

    /// The look at a connection whose answer is being sent.
    private static func look(at connection: Connection, _ steps: Int) -> ConnectionPace.Look {
        let taken = shim_acknowledged_count(connection.socket)
        return ConnectionPace.Look(steps: steps, body: nil, received: 0, taken: taken < 0 ? nil : Int(taken))
    }

    /// Ends a connection whose client is slow; not one whose bytes are there, and only the server has not come to them.
    private func end(_ connection: Connection, _ verdict: ConnectionPace.Verdict) {
        guard verdict != .slowReader else {
            closed.wrappingAdd(1, ordering: .relaxed)
            return connection.cut()
        }
        var byte: UInt8 = 0
        guard shim_peek(connection.socket, &byte, 1) <= 0 else { return }
        closed.wrappingAdd(1, ordering: .relaxed)
        connection.endReading(answer: verdict == .slowBody ? Self.timeout : [])
    }

    /// Makes the library see that a client has sent its last, where no request is waited for.
    private func endHalfClosed(_ waiting: [Connection]) {
        var polls = waiting.map { pollfd(fd: $0.socket, events: Int16(shim_peer_has_finished), revents: 0) }
        guard poll(&polls, nfds_t(polls.count), 0) > 0 else { return }
        for (connection, found) in zip(waiting, polls) where Int32(found.revents) & shim_peer_has_finished != 0 {
            connection.endReading()
        }
    }
}

/// The thread of ``ConnectionSweep``: takes back what its start retained.
nonisolated func connectionsAreSwept(context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ConnectionSweep>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// Both ends of a new pipe, which no child process inherits; below zero where the system has none.
private func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    return (ends[0], ends[1])
}
