import Dispatch
import Foundations
import Synchronization
import Testing

@Suite("A cache that makes each value once")
struct SingleFlightCacheTests {
    private struct Failure: Error {}

    @Test("makes a value once, though many threads ask at the same time")
    func once() {
        let cache = SingleFlightCache<Int, String>(limit: 10)
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let value = try? cache.value(for: 1, cost: \.utf8.count) {
                made.withLock { $0 += 1 }
                return "one"
            }
            #expect(value == "one")
        }
        #expect(made.withLock { $0 } == 1)
        #expect(cache.find(1) == "one" && cache.find(2) == nil)
    }

    @Test("a look-up during the making waits for the value")
    func waits() {
        let cache = SingleFlightCache<Int, String>(limit: 10)
        let hasBegun = DispatchSemaphore(value: 0)
        let thread = DispatchQueue(label: "maker")
        thread.async {
            _ = try? cache.value(for: 1, cost: \.utf8.count) {
                hasBegun.signal()
                return "one"
            }
        }
        hasBegun.wait()
        #expect(cache.find(1) == "one")
        thread.sync {}
    }

    @Test("keeps nothing of a value that could not be made, and makes it when it is asked for again")
    func failure() throws {
        let cache = SingleFlightCache<Int, String>(limit: 10)
        #expect(throws: Failure.self) { try cache.value(for: 1, cost: \.utf8.count) { throw Failure() } }
        #expect(cache.find(1) == nil)
        #expect(try cache.value(for: 1, cost: \.utf8.count) { "one" } == "one")
        #expect(cache.find(1) == "one")
    }

    @Test("those who waited for a value that could not be made make it themselves")
    func failureWhileOthersWait() {
        let cache = SingleFlightCache<Int, String>(limit: 10)
        let attempts = Mutex(0)
        let values = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let value = try? cache.value(for: 1, cost: \.utf8.count) {
                let isFirst = attempts.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { throw Failure() }
                return "one"
            }
            if let value { values.withLock { $0.append(value) } }
        }
        #expect(values.withLock { $0 } == [String](repeating: "one", count: 15))
        #expect(cache.find(1) == "one")
    }

    @Test("stays within its limit, and hands out a value that it can't keep")
    func bounds() throws {
        let cache = SingleFlightCache<Int, String>(limit: 10)
        #expect(try cache.value(for: 0, cost: \.utf8.count) { "eleven long" } == "eleven long")
        #expect(cache.find(0) == nil)
        for key in 1...8 { _ = try cache.value(for: key, cost: \.utf8.count) { "two" } }
        #expect((1...8).filter { cache.find($0) != nil } == [6, 7, 8])
    }
}
