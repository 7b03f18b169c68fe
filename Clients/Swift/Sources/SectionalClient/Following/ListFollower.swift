import Foundation

/// Follows a list over the network: does what its session says, and hands the screen what comes.
@MainActor
final class ListFollower<Item: Codable & Sendable> {
    /// A thing that other parts have to do something about.
    enum Notice {
        /// The rows that an earlier run kept are to be shown: ends in ``ListFollower/restore(_:)``.
        case restore
        /// The server is there again.
        case connected
        /// The list is another one of the same id, so what was written to the one before has no meaning.
        case otherList
        /// There is no list any more.
        case removed
    }

    /// The present state of the connection.
    private(set) var state = ConnectionState.idle
    var session = ListSession()
    var known = KnownList()
    /// Changes that wait for those before them.
    private(set) var held: [ChangesAnswer<Item>] = []
    private var streamTask: Task<Void, Never>?
    var loadTask: Task<Void, Never>?
    private var timerTask: Task<Void, Never>?
    let screen: ListScreen<Item>
    let requests: ListRequests<Item>
    var notify: (Notice) -> Void = { _ in }

    init(_ screen: ListScreen<Item>, _ requests: ListRequests<Item>) {
        (self.screen, self.requests) = (screen, requests)
    }

    deinit {
        streamTask?.cancel()
        loadTask?.cancel()
        timerTask?.cancel()
    }

    /// Whether there is a list that may be asked for rows.
    var mayAsk: Bool { session.hasList && session.link != .ended }

    /// Whether sections are on their way, and nothing waits for a time.
    var isLoading: Bool { session.isOpening && (session.isLive || session.link == .connecting) }

    /// Hangs up. The rows that are shown are asked about at the next connection.
    func stop() {
        timerTask?.cancel()
        loadTask?.cancel()
        handle(.stop)
        if screen.model.knownCount > 0 { known.unconfirmed = screen.model.variant ?? "" }
    }

    /// Somebody else is signed in: nothing is known of the list.
    func forget() {
        session.forget()
        (known, held) = (KnownList(), [])
        requests.defaultType.withLock { $0 = nil }
        screen.queue.add(ScreenUpdateQueue<Item>.Content(model: ListModel()))
        screen.consumer.wake()
    }

    /// The content of a session's event, for its actions that show or hold it.
    enum Payload {
        case none
        case change(ChangesAnswer<Item>)
        case content(ScreenUpdateQueue<Item>.Content)
        /// Sections that come after those that are there.
        case sections(ChangesAnswer<Item>)
    }

    func handle(_ event: SessionEvent, _ payload: Payload = .none) {
        for action in session.handle(event, now: Date(), random: .random(in: 0..<1)) { perform(action, payload) }
        screen.consumer.wake()
    }

    private func perform(_ action: SessionAction, _ payload: Payload) {
        switch action {
        case .tell(let new):
            guard new != state else { return }
            state = new
            screen.queue.add(new)
        case .restore: notify(.restore)
        case .load(let version, let load): self.load(version, load)
        case .catchUp(let since, let to, let load): catchUp(since: since, to: to, load)
        case .openStream(let since, let stream): openStream(since: since, stream)
        case .awaitList(let stream): awaitList(stream)
        case .closeStream:
            streamTask?.cancel()
            streamTask = nil
        case .wait(let until): wait(until: until)
        case .show: show(payload)
        case .hold: if case .change(let change) = payload { hold(change) }
        case .replayHeld: replayHeld()
        case .dropHeld: held = []
        case .dropQueued: screen.queue.dropChanges()
        case .removeCache: notify(.removed)
        }
    }

    private func show(_ payload: Payload) {
        switch payload {
        case .none: break
        case .content(let content): screen.queue.add(content)
        case .sections(let sections): if !screen.queue.add(sections: sections) { handle(.misfit) }
        case .change(let change):
            if !screen.queue.add(change, mergeAfter: requests.options.mergeAfter, now: Date()) { handle(.misfit) }
        }
    }

    /// Of more changes than are kept, the last is enough: the session sees the gap before it and asks for what is missing.
    private func hold(_ change: ChangesAnswer<Item>) {
        if held.count >= Self.mostHeld { held = [] }
        held.append(change)
    }

    /// Changes that are kept while those before them are loaded.
    static var mostHeld: Int { 10_000 }

    private func replayHeld() {
        let changes = held
        held = []
        for change in changes {
            handle(.change(from: change.from, to: change.to, reload: change.reload, stream: session.streams), .change(change))
        }
    }

    private func wait(until date: Date) {
        timerTask?.cancel()
        timerTask = Task { [weak self] in
            let seconds = max(0, date.timeIntervalSinceNow)
            guard (try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))) != nil else { return }
            self?.handle(.timer)
        }
    }

    // MARK: Stream

    private func openStream(since version: ListVersion, _ stream: Int) {
        open(stream) { [weak self, requests, created = known.created] in
            try await requests.follow(since: version, of: created) { [weak self] in
                await self?.opened(stream, isBehind: $0)
            } receive: { [weak self] event in
                await self?.receive(event, stream)
            }
        }
    }

    private func awaitList(_ stream: Int) {
        open(stream) { [weak self, requests] in
            try await requests.follow(since: nil) { [weak self] _ in
                await self?.opened(stream, isBehind: false)
            } receive: { [weak self] event in
                await self?.receive(ofMissing: event, stream)
            }
        }
    }

    /// - Parameter read: Returns where the server ends the stream.
    private func open(_ stream: Int, _ read: @escaping @Sendable () async throws -> Void) {
        streamTask?.cancel()
        timerTask?.cancel()
        streamTask = Task { [weak self] in
            var failure: SessionFailure?
            do {
                try await read()
            } catch {
                failure = SessionFailure(error)
            }
            guard !Task.isCancelled else { return }
            self?.known.confirmed = nil
            self?.handle(.streamEnded(failure, stream: stream))
        }
    }

    /// - Parameter isBehind: Whether there may be versions between that of the screen and the first that the stream has.
    private func opened(_ stream: Int, isBehind: Bool) {
        handle(.streamOpened(stream: stream))
        // A stop may have come before.
        guard session.isLive, session.streams == stream else { return }
        notify(.connected)
        confirmRows()
        if isBehind { learnChanges(stream) }
    }

    /// Asks for the versions before the first that a stream has; one that has them already leaves out what comes twice.
    private func learnChanges(_ stream: Int) {
        guard session.hasList, !session.isOpening else { return }
        Task { [weak self, requests, version = session.headed, created = known.created] in
            do {
                let change = try await requests.changes(since: version, of: created)
                let event = SessionEvent.change(from: change.from, to: change.to, reload: change.reload, stream: stream)
                self?.handle(event, .change(change))
            } catch {
                self?.miss(SessionFailure(error), stream)
            }
        }
    }

    private func miss(_ failure: SessionFailure, _ stream: Int) {
        guard session.streams == stream else { return }
        switch failure {
        case .versionGone, .otherHistory: handle(.misfit)
        case .network, .final: handle(.streamEnded(failure, stream: stream))
        }
    }

    /// The registered cell types change rows and no version: rows of an earlier connection are loaded anew if they have changed.
    private func confirmRows() {
        guard let variant = known.unconfirmed, session.hasList else { return }
        Task { [weak self, requests] in
            guard let now = try? await requests.variant(), let self, known.unconfirmed == variant else { return }
            known.unconfirmed = nil
            if now != variant { handle(.misfit) }
        }
    }

    private func receive(_ event: StreamEvent<Item>, _ stream: Int) {
        switch event {
        case .change(let change):
            handle(.change(from: change.from, to: change.to, reload: change.reload, stream: stream), .change(change))
        case .reset(let version): handle(.reset(version: version, stream: stream))
        case .deleted: handle(.deleted(stream: stream))
        case .retry(let seconds): handle(.retry(seconds, stream: stream))
        case .unreadable: handle(.misfit)
        }
    }

    private func receive(ofMissing event: StreamEvent<Item>, _ stream: Int) {
        switch event {
        case .change, .reset, .unreadable: handle(.made(stream: stream))
        case .retry(let seconds): handle(.retry(seconds, stream: stream))
        case .deleted: break
        }
    }

    // MARK: Loads

    /// Shows what an earlier run kept.
    func restore(_ read: @escaping @Sendable () async -> Snapshot<Item>?) {
        loadTask?.cancel()
        loadTask = Task { [weak self] in
            let snapshot = await read()
            guard !Task.isCancelled else { return }
            self?.show(snapshot)
        }
    }

    private func show(_ snapshot: Snapshot<Item>?) {
        guard let snapshot, let model = snapshot.model(cells: requests.options.acceptedCells) else {
            handle(.restored(version: nil, at: Date()))
            return
        }
        known.created = snapshot.created
        requests.defaultType.withLock { $0 = snapshot.info?.defaultType }
        known.unconfirmed = model.knownCount > 0 ? snapshot.variant ?? "" : nil
        handle(.restored(version: snapshot.version, at: snapshot.savedAt), .content(.init(model: model)))
    }

    private func catchUp(since: ListVersion, to: ListVersion, _ load: Int) {
        loadTask?.cancel()
        loadTask = Task { [weak self, requests, created = known.created] in
            do {
                let change = try await requests.changes(since: since, to: to, of: created)
                guard !Task.isCancelled else { return }
                self?.handle(.caughtUp(from: change.from, to: change.to, reload: change.reload, load: load), .change(change))
            } catch {
                guard !Task.isCancelled else { return }
                self?.handle(.catchUpFailed(SessionFailure(error), load: load))
            }
        }
    }
}
