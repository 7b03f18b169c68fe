import Dispatch
import Foundations
import Synchronization

/// A thread that looks after the store a few times a second, whatever the writer does: it refuses writes that have waited for too long,
/// and notices files that have gone.
final class StoreWatch: Sendable {
    /// Seconds between two looks.
    private static let interval = 0.25

    private let interruption: Interruption
    private let look: @Sendable () -> Void
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isEnding = Atomic<Bool>(false)

    /// - Parameter look: Called on the watch's thread, and at once when the interruption's time has come.
    init(_ interruption: Interruption, look: @escaping @Sendable () -> Void) {
        self.interruption = interruption
        self.look = look
    }

    func start() {
        SystemThread.start(named: "store watch") { [self] in
            while !isEnding.load(ordering: .acquiring) {
                look()
                let end = interruption.time
                let next = Uptime.after(seconds: Self.interval)
                let time = end > Uptime.now ? min(end, next) : next
                _ = wake.wait(timeout: DispatchTime(uptimeNanoseconds: time))
            }
            ended.signal()
        }
    }

    /// Looks again now.
    func hurry() { wake.signal() }

    /// Ends the thread, unless a look takes it past the deadline.
    func stop(by deadline: DispatchTime) {
        isEnding.store(true, ordering: .releasing)
        wake.signal()
        _ = ended.wait(timeout: deadline)
    }
}
