import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import Foundations

@Suite struct SystemThreadTests {
    @Test func runsItsBodyOnceUnderItsName() {
        let ended = DispatchSemaphore(value: 0)
        let names = Mutex<[String]>([])
        SystemThread.start(named: "a thread with a long name") {
            let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            names.withLock { $0.append(name ?? "") }
            ended.signal()
        }
        #expect(ended.wait(timeout: .now() + 60) == .success)
        #expect(names.withLock { $0 } == ["a thread with a\n"])
    }

    /// Half of the stack is used, which a smaller one would not survive.
    @Test func hasTheStackThatItPromises() {
        let ended = DispatchSemaphore(value: 0)
        let sum = Mutex(0)
        SystemThread.start(named: "deep") {
            let size = SystemThread.stackSize / 2
            let touched = withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 1)
                return Int(bytes[0]) + Int(bytes[size - 1])
            }
            sum.withLock { $0 = touched }
            ended.signal()
        }
        #expect(ended.wait(timeout: .now() + 60) == .success)
        #expect(sum.withLock { $0 } == 2)
    }

    @Test func letsGoOfItsBodyAtTheEnd() {
        final class Held: Sendable {
            let gone: DispatchSemaphore
            init(_ gone: DispatchSemaphore) { self.gone = gone }
            deinit { gone.signal() }
        }
        let gone = DispatchSemaphore(value: 0)
        SystemThread.start(named: "short") { [held = Held(gone)] in _ = held }
        #expect(gone.wait(timeout: .now() + 60) == .success)
    }

    @Test func pausesForAtLeastItsTime() {
        let start = DispatchTime.now().uptimeNanoseconds
        SystemThread.pause(seconds: 0.02)
        #expect(DispatchTime.now().uptimeNanoseconds - start >= 20_000_000)
    }
}
