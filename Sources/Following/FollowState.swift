import Lists

/// What a ``FollowHub`` knows, under its lock.
struct FollowState {
    /// A commit that followers are still to be told of.
    struct Waiting {
        let commit: ListCommit
        /// Keeps the version before, which is looked at to see what has changed.
        let pin: VersionPin?
    }

    var followers: [ListID: [ObjectIdentifier: any Follower]] = [:]
    var count = 0
    var commits: [Waiting] = []
    /// Lists of which more was committed than is kept for them.
    var overflown: Set<ListID> = []
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
    mutating func add(_ waiting: Waiting) {
        commits.append(waiting)
        pending[waiting.commit.id, default: 0] += 1
    }

    /// Takes in that a commit of a list was prepared.
    mutating func settle(_ list: ListID) {
        guard let count = pending[list] else { return }
        pending[list] = count > 1 ? count - 1 : nil
    }
}
