import Dispatch
import Foundations
public import Lists
public import Ports
import Synchronization

/// Notifies the followers of lists when these change, and at times that they ask for.
///
/// A commit costs the store's writer a few steps, however many follow. One thread of the notifier's own does the rest; it starts with the
/// first follower. Who follows first and reads the store then misses nothing: a change that is not there yet is notified. Any thread may use it.
public final class ListNotifier: Sendable {
    /// Commits that wait to be prepared, at most; followers read the others themselves.
    private static let commitLimit = 1_024

    private let store: any ListStore
    private let prepare: @Sendable (ListCommit) -> Void
    private let event: @Sendable (ListCommit, EventKind) -> [UInt8]?
    private let state = Mutex(NotifierState())
    private let wake = DispatchSemaphore(value: 0)

    /// Makes the notifier the store's observer of commits.
    ///
    /// - Parameter prepare: Called on the notifier's thread for the commits of lists of which somebody follows every version, before followers are
    ///   notified of them.
    /// - Parameter event: The text of a commit's event for one kind of followers, who are all handed it; `nil` where they have to ask for it. Called
    ///   on the notifier's thread, once the commit is prepared.
    public static func observing(
        _ store: any ListStore, prepare: @escaping @Sendable (ListCommit) -> Void,
        event: @escaping @Sendable (ListCommit, EventKind) -> [UInt8]? = { _, _ in nil }
    ) -> ListNotifier {
        let notifier = ListNotifier(store, prepare, event)
        store.onCommit { [weak notifier] commit in notifier?.take(commit) }
        return notifier
    }

    private init(
        _ store: any ListStore, _ prepare: @escaping @Sendable (ListCommit) -> Void,
        _ event: @escaping @Sendable (ListCommit, EventKind) -> [UInt8]?
    ) {
        self.store = store
        self.prepare = prepare
        self.event = event
    }

    /// How many follow now.
    public var followerCount: Int { state.withLock { $0.count } }

    /// Notifies a follower of changes of some lists from now on, be they there or not.
    ///
    /// - Returns: `false` once the notifier is stopped.
    public func follow(_ lists: [ListID], _ follower: any Follower, of topic: FollowTopic = .everyVersion) -> Bool {
        let starts = state.withLock { state -> Bool? in
            guard !state.isStopped else { return nil }
            for list in lists { state.followers[list, default: ListFollowers()].insert(follower, topic) }
            state.count += 1
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if starts == true { start() }
        return starts != nil
    }

    /// Notifies a follower no more of lists that it followed; a time that it asked for may still come.
    public func leave(_ lists: [ListID], _ follower: any Follower, of topic: FollowTopic = .everyVersion) {
        state.withLock { state in
            guard !state.isStopped else { return }
            for list in lists {
                state.followers[list]?.remove(follower, topic)
                if state.followers[list]?.isEmpty == true { state.followers[list] = nil }
            }
            state.count -= 1
        }
    }

    /// The time now, as ``remind(_:at:)`` counts it: in nanoseconds; it never goes back.
    public var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Notifies a follower once, when some seconds have passed.
    public func remind(_ follower: any Follower, in seconds: Double) {
        remind(follower, at: now &+ UInt64(max(0, min(seconds, 1e9)) * 1e9))
    }

    /// Notifies a follower once, at a time and never before it.
    public func remind(_ follower: any Follower, at time: UInt64) {
        let wakes = state.withLock { state -> Bool in
            guard !state.isStopped else { return false }
            state.deadlines.insert(follower, at: time)
            return state.deadlines.earliest == time && state.rouse()
        }
        if wakes { wake.signal() }
    }

    /// Whether something that was committed to a list is still to be prepared.
    public func isPreparing(_ list: ListID) -> Bool {
        state.withLock { $0.pending[list] != nil }
    }

    /// Ends the thread, and notifies all followers that it has stopped.
    public func stop() {
        let left = state.withLock { state in
            state.isStopped = true
            defer { state = NotifierState(isStopped: true) }
            return state.followers.values.flatMap(\.all)
        }
        wake.signal()
        for follower in left { follower.notifierStopped() }
    }

    private func take(_ commit: ListCommit) {
        let wakes = state.withLock { state -> Bool in
            state.take(commit, limit: Self.commitLimit) { pin(for: commit) } && state.rouse()
        }
        if wakes { wake.signal() }
    }

    private func pin(for commit: ListCommit) -> VersionPin? {
        guard case .version(let new, let old) = commit.change else { return nil }
        return store.pin(old?.version ?? new.version, ofList: new.head.number)
    }

    private func start() {
        SystemThread.start(named: "following") { [self] in run() }
    }

    private func run() {
        while true {
            let (news, due, next, isStopped) = state.withLock { state in
                let now = DispatchTime.now().uptimeNanoseconds
                var due: [any Follower] = []
                while let follower = state.deadlines.take(until: now) { due.append(follower) }
                let news = state.takeNews()
                state.isAwake = !news.isEmpty || !due.isEmpty
                return (news, due, state.deadlines.earliest, state.isStopped)
            }
            if isStopped { return }
            notify(news)
            for follower in due { follower.timeCame() }
            guard news.isEmpty, due.isEmpty else { continue }
            if let next { _ = wake.wait(timeout: DispatchTime(uptimeNanoseconds: next)) } else { wake.wait() }
        }
    }

    /// Prepares what was committed, then notifies each follower once.
    private func notify(_ news: NotifierState.News) {
        guard !news.isEmpty else { return }
        var runs = EventRuns(kinds: state.withLock { $0.kinds(of: news) }, incomplete: news.changed)
        for waiting in news.commits {
            prepare(waiting.commit)
            runs.add(waiting.commit, event: event)
            waiting.pin?.release()
        }
        let (ofVersions, ofInteractions) = state.withLock { state in
            for waiting in news.commits { state.notePrepared(waiting.commit.id) }
            return (
                news.lists.flatMap { list in (state.followers[list]?.ofVersions ?? []).map { (list, $0.topic, $0.followers) } },
                news.selected.map { state.followers[$0]?.ofInteractions ?? [] }
            )
        }
        for (list, topic, followers) in ofVersions {
            if case .events(let kind) = topic, let run = runs.run(of: list, kind) {
                for follower in followers { follower.listChanged(run) }
            } else {
                for follower in followers { follower.listChanged() }
            }
        }
        for followers in ofInteractions {
            for follower in followers { follower.listChanged() }
        }
    }
}
