import Dispatch
public import Lists
public import Ports
import Synchronization
import Threads

/// Tells those who follow lists when these change, and when it is time for something.
///
/// What a store commits is taken in on its writer's thread in a few steps, however many follow; one thread of the hub's own does the rest,
/// and is there from the first follower on. Whoever follows and then looks at the store misses nothing: a change that he does not see there
/// yet, he is told of. Any thread may use it.
public final class FollowHub: Sendable {
    /// Commits that wait to be prepared, at most; followers read the others themselves.
    private static let commitLimit = 1_024

    private let store: any ListStore
    private let prepare: @Sendable (ListCommit) -> Void
    private let state = Mutex(FollowState())
    private let wake = DispatchSemaphore(value: 0)

    /// Makes the hub the one that the store tells.
    ///
    /// - Parameter prepare: Called on the hub's thread for the commits of lists of which somebody follows every version, before followers are
    ///   notified of them.
    public static func following(_ store: any ListStore, prepare: @escaping @Sendable (ListCommit) -> Void) -> FollowHub {
        let hub = FollowHub(store, prepare)
        store.onCommit { [weak hub] commit in hub?.take(commit) }
        return hub
    }

    private init(_ store: any ListStore, _ prepare: @escaping @Sendable (ListCommit) -> Void) {
        self.store = store
        self.prepare = prepare
    }

    /// How many follow now.
    public var followerCount: Int { state.withLock { $0.count } }

    /// Begins to tell a follower of some lists, be they there or not.
    ///
    /// - Returns: `false` once the hub is stopped.
    public func follow(_ lists: [ListID], _ follower: any Follower, of topic: FollowTopic = .everyVersion) -> Bool {
        let starts = state.withLock { state -> Bool? in
            guard !state.isStopped else { return nil }
            for list in lists { state.followers[list, default: ListFollowers()][topic, ObjectIdentifier(follower)] = follower }
            state.count += 1
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if starts == true { start() }
        return starts != nil
    }

    /// Tells a follower nothing more of lists that it followed; a time that it asked for may still come.
    public func leave(_ lists: [ListID], _ follower: any Follower, of topic: FollowTopic = .everyVersion) {
        state.withLock { state in
            guard !state.isStopped else { return }
            for list in lists {
                state.followers[list]?[topic, ObjectIdentifier(follower)] = nil
                if state.followers[list]?.isEmpty == true { state.followers[list] = nil }
            }
            state.count -= 1
        }
    }

    /// The time now, as ``remind(_:at:)`` counts it: in nanoseconds; it never goes back.
    public var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Tells a follower once, when some seconds have passed.
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

    /// Ends the thread, and tells all followers that nothing more will come.
    public func stop() {
        let left = state.withLock { state in
            state.isStopped = true
            defer { state = FollowState(isStopped: true) }
            return state.followers.values.flatMap(\.all)
        }
        wake.signal()
        for follower in left { follower.hubStopped() }
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
            tell(news)
            for follower in due { follower.timeCame() }
            guard news.isEmpty, due.isEmpty else { continue }
            if let next { _ = wake.wait(timeout: DispatchTime(uptimeNanoseconds: next)) } else { wake.wait() }
        }
    }

    /// Prepares what was committed, then tells each follower of it once.
    private func tell(_ news: FollowState.News) {
        guard !news.isEmpty else { return }
        for waiting in news.commits {
            prepare(waiting.commit)
            waiting.pin?.release()
        }
        let lists = news.changed.union(news.commits.map(\.commit.id))
        let followers = state.withLock { state in
            for waiting in news.commits { state.settle(waiting.commit.id) }
            let ofVersions = lists.flatMap { state.followers[$0]?.ofVersions ?? [] }
            return ofVersions + news.selected.flatMap { state.followers[$0].map { Array($0.ofInteractions.values) } ?? [] }
        }
        for follower in followers { follower.listChanged() }
    }
}
