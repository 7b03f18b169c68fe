@testable import Following
import Dispatch
import Lists
import Synchronization
import Testing
import Wire

@Suite("The cache of events")
struct EventCacheTests {
    private struct Failure: Error {}

    private func key(_ version: Int64, from: Int64? = nil, limit: Int = 500) throws -> EventCache.Key {
        EventCache.Key(list: try #require(ListID("a")), from: from ?? version - 1, to: version, operations: limit)
    }

    /// A change of some operations under a limit of 500; `nil` for one that is to be loaded again.
    private func change(_ bytes: [UInt8], operations: Int? = 1) -> EncodedChanges {
        EncodedChanges(
            bytes: operations == nil ? [0] : bytes, reload: [0], operationCount: operations, stageBytes: bytes.count, operationLimit: 500)
    }

    @Test("are encoded once, though many ask at the same time; another pair of versions or another limit is another text")
    func once() throws {
        let texts = EventCache(capacity: 1_000)
        let made = Mutex(0)
        let (key, wanted) = (try key(5), change([1, 2, 3]))
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let text = try? texts.text(key) {
                made.withLock { $0 += 1 }
                return wanted
            }
            #expect(text == wanted)
        }
        #expect(made.withLock { $0 } == 1 && texts.encodedCount == 1)
        #expect(texts.find(key) == wanted)
        for other in [try self.key(6), try self.key(5, from: 3), try self.key(5, limit: 600)] { #expect(texts.find(other) == nil) }
    }

    @Test(
        "count all that they take, and are kept up to a number of bytes, the newest longest, and not at all where they could not be encoded"
    )
    func bounds() throws {
        let text = change([UInt8](repeating: 0, count: 100))
        let texts = EventCache(capacity: 10 * EventCache.cost(of: text))
        for version: Int64 in 1...50 { _ = try texts.text(key(version)) { text } }
        let kept = try (1...50).filter { texts.find(try key(Int64($0))) != nil }
        #expect(kept == Array(41...50))
        #expect(throws: Failure.self) { try texts.text(key(60)) { throw Failure() } }
        #expect(try texts.find(key(60)) == nil)
        #expect(try texts.text(key(60)) { change([1]) } == change([1]))
    }

    @Test("serve every lower limit of operations: with the stages where these are few enough, else to load the list again")
    func limits() throws {
        let some = change([7], operations: 3)
        #expect(some.object(operations: 3) == [7] && some.object(operations: 10_000) == [7])
        #expect(some.object(operations: 2) == [0])
        #expect(some.object(operations: 3, stageBytes: 1) == [7] && some.object(operations: 3, stageBytes: 0) == [0])
        let many = change([], operations: nil)
        #expect(many.object(operations: 500) == [0] && many.object(operations: 501) == nil)
    }
}
