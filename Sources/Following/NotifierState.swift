import Lists
import Ports

/// The state of a ``ListNotifier``, under its lock.
struct NotifierState {
    /// A commit that followers are still to be notified of.
    struct Waiting {
        let commit: ListCommit
        /// Keeps the version before, which is looked at to see what has changed.
        let pin: VersionPin?
    }

    /// The news for followers.
    struct News {
        let commits: [Waiting]
        let changed: Set<ListID>
        let selected: Set<ListID>

        var isEmpty: Bool { commits.isEmpty && changed.isEmpty && selected.isEmpty }

        /// The lists whose versions have changed.
        var lists: Set<ListID> { changed.union(commits.map(\.commit.id)) }
    }

    var followers: [ListID: ListFollowers] = [:]
    var count = 0
    var commits: [Waiting] = []
    /// Lists that have changed without a commit being kept: nobody follows every version, or too many commits wait.
    var changed: Set<ListID> = []
    /// Lists with new interactions, or with an end that ends the wait for one.
    var selected: Set<ListID> = []
    /// How many commits of a list are kept or being prepared.
    private(set) var pending: [ListID: Int] = [:]
    var deadlines = Deadlines()
    var hasThread = false
    /// Whether the thread will look again before it sleeps.
    var isAwake = false
    var isStopped: Bool

    init(isStopped: Bool = false) {
        self.isStopped = isStopped
    }

    /// Whether the thread has to be woken, now that there is something for it.
    mutating func rouse() -> Bool {
        defer { isAwake = true }
        return !isAwake
    }

    /// Keeps a commit to be prepared.
    private mutating func add(_ waiting: Waiting) {
        commits.append(waiting)
        pending[waiting.commit.id, default: 0] += 1
    }

    /// Records what was committed to a list.
    ///
    /// - Parameters:
    ///   - limit: The most commits that are kept.
    ///   - pin: Keeps the version before.
    /// - Returns: Whether a follower is to be notified.
    mutating func take(_ commit: ListCommit, limit: Int, pin: () -> VersionPin?) -> Bool {
        guard let followers = followers[commit.id] else { return false }
        switch commit.change {
        case .interaction:
            guard followers.wantInteractions else { return false }
            selected.insert(commit.id)
            return true
        case .end where followers.wantInteractions: selected.insert(commit.id)
        case .version, .restart, .end: break
        }
        if followers.wantEveryVersion, commits.count < limit {
            add(Waiting(commit: commit, pin: pin()))
            return true
        }
        if followers.wantVersions { changed.insert(commit.id) }
        return followers.wantVersions || selected.contains(commit.id)
    }

    /// Removes and returns all that followers are to be notified of.
    mutating func takeNews() -> News {
        defer { (commits, changed, selected) = ([], [], []) }
        return News(commits: commits, changed: changed, selected: selected)
    }

    /// The kinds of events that are handed to followers of lists with commits, a bounded number of each list.
    func kinds(of news: News) -> [ListID: [EventKind]] {
        var kinds: [ListID: [EventKind]] = [:]
        for waiting in news.commits where kinds[waiting.commit.id] == nil {
            kinds[waiting.commit.id] = Array((followers[waiting.commit.id]?.kinds ?? []).prefix(EventRuns.kindLimit))
        }
        return kinds
    }

    /// Notes that a commit of a list was prepared.
    mutating func notePrepared(_ list: ListID) {
        guard let count = pending[list] else { return }
        pending[list] = count > 1 ? count - 1 : nil
    }
}
