import Following
import Lists
import Synchronization

/// An answer that is held until a list has something new, its time is up, or the server stops. It costs no thread.
final class ChangesWaiter: Follower {
    private let notifier: ListNotifier
    private let list: ListID
    private let topic: FollowTopic
    private let isUpToDate: @Sendable () -> Bool
    private let finish: Mutex<(@Sendable () -> Void)?>

    /// - Parameters:
    ///   - isUpToDate: Whether there is still nothing newer.
    ///   - finish: Answers; called once, from any thread.
    init(
        notifier: ListNotifier, list: ListID, topic: FollowTopic, isUpToDate: @escaping @Sendable () -> Bool,
        finish: @escaping @Sendable () -> Void
    ) {
        self.notifier = notifier
        self.list = list
        self.topic = topic
        self.isUpToDate = isUpToDate
        self.finish = Mutex(finish)
    }

    /// Begins to wait. The list is followed first and looked at then, so that nothing is missed in between.
    func start(seconds: Int) {
        guard notifier.follow([list], self, of: topic) else { return notifierStopped() }
        notifier.remind(self, in: Double(seconds))
        listChanged()
    }

    func listChanged() {
        if !isUpToDate() { end() }
    }

    func timeCame() { end() }

    func notifierStopped() { end() }

    private func end() {
        let finish = finish.withLock { finish in
            defer { finish = nil }
            return finish
        }
        guard let finish else { return }
        notifier.leave([list], self, of: topic)
        finish()
    }
}
