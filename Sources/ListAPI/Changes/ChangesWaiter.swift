import Following
import HTTPServing
import Lists
import Synchronization

/// A response that waits until a list has something new, its time is up, or the server stops. It costs no thread.
final class ChangesWaiter: Follower, DeferredResponse {
    private let notifier: ListNotifier
    private let list: ListID
    private let topic: FollowTopic
    private let seconds: Int
    private let isUpToDate: @Sendable () -> Bool
    private let response: @Sendable () -> Response
    private let ready = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameters:
    ///   - seconds: The longest wait.
    ///   - isUpToDate: Whether there is still nothing newer.
    ///   - response: Makes the response at the end.
    init(
        notifier: ListNotifier, list: ListID, topic: FollowTopic, seconds: Int, isUpToDate: @escaping @Sendable () -> Bool,
        response: @escaping @Sendable () -> Response
    ) {
        self.notifier = notifier
        self.list = list
        self.topic = topic
        self.seconds = seconds
        self.isUpToDate = isUpToDate
        self.response = response
    }

    /// The list is followed first and looked at then, so that nothing is missed in between.
    func start(_ ready: @escaping @Sendable () -> Void) {
        self.ready.withLock { $0 = ready }
        guard notifier.follow([list], self, of: topic) else { return notifierStopped() }
        notifier.remind(self, in: Double(seconds))
        listChanged()
    }

    func makeResponse() -> Response { response() }

    func listChanged() {
        if !isUpToDate() { end() }
    }

    func timeCame() { end() }

    func notifierStopped() { end() }

    private func end() {
        guard let ready = ready.withLock({ $0.take() }) else { return }
        notifier.leave([list], self, of: topic)
        ready()
    }
}
