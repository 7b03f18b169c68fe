import Foundation

/// Follows one list: what has happened goes in, what to do comes out. It knows no network, no clock and no item.
///
/// Two things go on beside each other: the content, which leads the screen from version to version without a gap, and the link, which is the
/// event stream. A number on each load and stream tells what comes late from what was asked for last.
struct ListSession {
    enum Content: Equatable {
        case none
        case restoring
        /// The sections of a version, or of the head, are on their way; changes are kept.
        case opening(version: ListVersion?)
        case shown
        /// The server has no such list; the stream says when it is made.
        case missing
        /// Changes are kept until those before them are there.
        case catchingUp(since: ListVersion, to: ListVersion)
    }

    enum Link: Equatable {
        case closed
        case connecting
        case live(since: Date)
        case waiting(until: Date)
        case ended
    }

    /// Seconds of life by which a stream counts as one that works.
    private static let shortLife: TimeInterval = 10

    var content = Content.none
    var link = Link.closed
    /// The version that the updates handed to the screen lead to.
    var headed: ListVersion = 0
    var loads = 0
    var streams = 0
    var backoff = Backoff()
    /// Seconds that the server wants to pass before the next connection.
    var leastWait: TimeInterval = 0
    /// Loads after content that could not be followed, and when the last was.
    var reopenings = Backoff()
    var reopenedAt: Date?
    /// When what is shown was kept, until the server has been reached.
    var cachedAt: Date?

    /// - Parameter random: In 0..<1.
    mutating func handle(_ event: SessionEvent, now: Date, random: Double) -> [SessionAction] {
        switch event {
        case .start: return start()
        case .stop: return stop()
        case .reachable: return reachable()
        case .networkChanged: return networkChanged()
        case .timer: return isWaiting ? proceed() : []
        case .restored(let version, let date): return restored(version, at: date)
        case .part(let load): return load == loads && isOpening ? [.show] : []
        case .loaded(let version, let load): return load == loads ? loaded(version) : []
        case .loadFailed(let failure, let load): return load == loads ? failed(failure, now, random) : []
        case .streamOpened(let stream): return stream == streams ? opened(now) : []
        case .streamEnded(let failure, let stream): return stream == streams ? streamEnded(failure, now, random) : []
        case .change(let from, let to, let reload, let stream):
            guard stream == streams else { return [] }
            backoff.reset()
            return change(from: from, to: to, reload: reload)
        case .reset(let version, let stream):
            guard stream == streams else { return [] }
            backoff.reset()
            return open(version: version)
        case .retry(let seconds, let stream):
            if stream == streams { leastWait = seconds }
            return []
        case .deleted(let stream): return stream == streams ? miss() : []
        case .made(let stream): return stream == streams ? made() : []
        case .caughtUp(let from, let to, let reload, let load): return load == loads ? caughtUp(from: from, to: to, reload: reload) : []
        case .catchUpFailed(let failure, let load): return load == loads ? failed(failure, now, random) : []
        case .behind(let screen): return behind(screen)
        case .unreadable(let failure): return link == .ended || content == .missing ? [] : end(failure)
        case .misfit: return link == .ended || content == .missing ? [] : reopen(now, random)
        }
    }

    /// Whether there is a list, as far as anybody knows.
    var hasList: Bool { content != .none && content != .missing }

    var isLive: Bool {
        if case .live = link { true } else { false }
    }

    private var isWaiting: Bool {
        if case .waiting = link { true } else { false }
    }

    // MARK: Start and end

    private mutating func start() -> [SessionAction] {
        switch (content, link) {
        case (.none, .closed):
            content = .restoring
            return [.restore]
        case (_, .closed), (_, .waiting): return reachable()
        case (_, .ended):
            link = .closed
            return proceed()
        case (_, .connecting), (_, .live): return []
        }
    }

    private mutating func stop() -> [SessionAction] {
        guard link != .ended else { return [] }
        link = .closed
        streams += 1
        loads += 1
        if content == .restoring { content = .none }
        return [.closeStream, .tell(.idle)]
    }

    private mutating func reachable() -> [SessionAction] {
        guard isWaiting || link == .closed, content != .restoring else { return [] }
        backoff.reset()
        return proceed()
    }

    /// Tries at once what waits, and anew what is under way. What was stopped stays so.
    private mutating func networkChanged() -> [SessionAction] {
        guard hasList || content == .missing, content != .restoring, link != .closed, link != .ended else { return [] }
        backoff.reset()
        link = .closed
        return [.closeStream] + proceed()
    }

    private mutating func restored(_ version: ListVersion?, at date: Date) -> [SessionAction] {
        guard content == .restoring else { return [] }
        guard let version else { return open(version: nil) }
        content = .shown
        headed = version
        cachedAt = date
        return [.show] + proceed()
    }

    private mutating func end(_ failure: ListFailure) -> [SessionAction] {
        link = .ended
        streams += 1
        loads += 1
        return [.closeStream, .tell(.ended(failure))]
    }

    /// Goes on with whatever is missing, after a pause.
    private mutating func proceed() -> [SessionAction] {
        switch content {
        case .restoring: return []
        case .none: return open(version: nil)
        case .opening(let version): return open(version: version)
        case .shown, .missing: return connect()
        case .catchingUp(let since, _):
            // The stream brings what was missing.
            content = .shown
            headed = since
            return [.dropHeld] + connect()
        }
    }

    /// Nothing is shown, and what is under way is of no use. It is stopped before.
    mutating func forget() {
        (content, link, headed, cachedAt) = (.none, .closed, 0, nil)
        (backoff, reopenings, reopenedAt) = (Backoff(), Backoff(), nil)
        loads += 1
        streams += 1
    }

    // MARK: Link

    /// Until the server has been reached, what an earlier run kept is said to be that.
    func tell(_ state: ConnectionState) -> SessionAction { .tell(cachedAt.map { .offline(cachedAt: $0) } ?? state) }

    private mutating func connect() -> [SessionAction] {
        link = .connecting
        streams += 1
        return [tell(.connecting), content == .missing ? .awaitList(stream: streams) : .openStream(since: headed, stream: streams)]
    }

    private mutating func opened(_ now: Date) -> [SessionAction] {
        link = .live(since: now)
        cachedAt = nil
        return content == .missing ? lookAgain() : content == .shown ? [.tell(.live)] : []
    }

    /// A server that takes each request and hangs up at once is not well: only a stream that has lived ends the waiting longer and longer.
    private mutating func streamEnded(_ failure: SessionFailure?, _ now: Date, _ random: Double) -> [SessionAction] {
        if case .live(let since) = link, now.timeIntervalSince(since) >= Self.shortLife { backoff.reset() }
        link = .connecting
        return failed(failure ?? .network(retryAfter: 0), now, random)
    }

    /// Loads the head: at once the first time in a minute, then after pauses.
    private mutating func reopen(_ now: Date, _ random: Double) -> [SessionAction] {
        guard link != .closed else {
            // The next start loads it.
            content = .opening(version: nil)
            return [.dropQueued]
        }
        if let reopenedAt, now.timeIntervalSince(reopenedAt) > 60 { reopenings.reset() }
        reopenedAt = now
        let isFirst = reopenings.attempts == 0
        let pause = reopenings.next(random: random)
        guard !isFirst else { return open(version: nil) }
        content = .opening(version: nil)
        return [.dropQueued] + wait(until: now.addingTimeInterval(pause))
    }

    private mutating func wait(until date: Date) -> [SessionAction] {
        link = .waiting(until: date)
        streams += 1
        loads += 1
        return [.closeStream, .dropHeld, tell(.waiting(until: date)), .wait(until: date)]
    }

    private mutating func failed(_ failure: SessionFailure, _ now: Date, _ random: Double) -> [SessionAction] {
        switch failure {
        case .final(.listNotFound) where content != .missing: return miss()
        // The stream will say when there is one.
        case .final(.listNotFound) where isLive: return [.tell(.missing)]
        case .final(let failure): return end(failure)
        case .versionGone, .otherHistory: return reopen(now, random)
        case .network(let retryAfter):
            // Not all clients of a server that was started again at one moment.
            let least = max(retryAfter, leastWait * (1 + random / 2))
            return wait(until: now.addingTimeInterval(backoff.next(random: random, atLeast: least)))
        }
    }
}
