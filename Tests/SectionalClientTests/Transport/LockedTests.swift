import Dispatch
import Testing

@testable import SectionalClient

@Suite("A value that threads share")
struct LockedTests {
    @Test("has each change of each thread, and lets the lock go where a change throws")
    func threads() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 {
                count.withLock { $0 += 1 }
                try? count.withLock { _ in throw CancellationError() }
            }
        }
        #expect(count.withLock { $0 } == 80_000)
    }
}
