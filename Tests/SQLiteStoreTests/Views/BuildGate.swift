import Dispatch
import Synchronization

/// Holds up the threads that build views, where it is closed.
final class BuildGate: Sendable {
    private let isClosed = Mutex(false)
    private let visitor = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Holds up the next build.
    func close() { isClosed.withLock { $0 = true } }

    /// Waits until a build stands before the gate.
    func waitForBuild() { visitor.wait() }

    /// Lets the build go on that stands before the gate.
    func open() { opened.signal() }

    func pass() {
        let isHeld = isClosed.withLock { isClosed in
            defer { isClosed = false }
            return isClosed
        }
        guard isHeld else { return }
        visitor.signal()
        opened.wait()
    }
}
