import Following

/// Calls something once when the time that it was set for has come. It follows no list.
final class WakeUp: Follower {
    private let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) {
        self.call = call
    }

    func timeCame() { call() }

    func listChanged() {}

    func notifierStopped() {}
}
