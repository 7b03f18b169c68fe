import Dispatch
import Lists
import Synchronization
import Testing
import Wire

@testable import ListAPI

@Suite("Texts of events")
struct EventTextsTests {
    private struct Failure: Error {}

    private func key(_ version: Int64, from: Int64? = nil, limit: Int = 500) throws -> EventTexts.Key {
        EventTexts.Key(list: try #require(ListID("a")), from: from ?? version - 1, to: version, limit: limit)
    }

    /// A change of some operations under a limit of 500; `nil` for one that is to be loaded again.
    private func change(_ bytes: [UInt8], operations: Int? = 1) -> EventChange {
        EventChange(
            EncodedChanges(bytes: operations == nil ? [0] : bytes, reload: [0], operationCount: operations, operationLimit: 500))
    }

    @Test("are encoded once, though many ask at the same time; another pair of versions or another limit is another text")
    func once() throws {
        let texts = EventTexts(capacity: 1_000)
        let made = Mutex(0)
        let (key, wanted) = (try key(5), change([1, 2, 3]))
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let text = try? texts.text(key) {
                made.withLock { $0 += 1 }
                return wanted
            }
            #expect(text == wanted)
        }
        #expect(made.withLock { $0 } == 1 && texts.madeCount == 1)
        #expect(texts.kept(key) == wanted)
        for other in [try self.key(6), try self.key(5, from: 3), try self.key(5, limit: 600)] { #expect(texts.kept(other) == nil) }
    }

    @Test("are kept up to a number of bytes, the newest longest, and not at all where they could not be encoded")
    func bounds() throws {
        let texts = EventTexts(capacity: 2_000)
        for version: Int64 in 1...50 { _ = try texts.text(key(version)) { change([UInt8](repeating: 0, count: 100)) } }
        let kept = try (1...50).filter { texts.kept(try key(Int64($0))) != nil }
        #expect(kept == Array((51 - kept.count)...50) && (8...20).contains(kept.count))
        #expect(throws: Failure.self) { try texts.text(key(60)) { throw Failure() } }
        #expect(try texts.kept(key(60)) == nil)
        #expect(try texts.text(key(60)) { change([1]) } == change([1]))
    }

    @Test("serve every lower limit of operations: with the stages where these are few enough, else to load the list again")
    func limits() throws {
        let some = change([7], operations: 3)
        #expect(some.text(limit: 3) == EventText.change([7]) && some.text(limit: 10_000) == EventText.change([7]))
        #expect(some.text(limit: 2) == EventText.change([0]))
        let many = change([], operations: nil)
        #expect(many.text(limit: 500) == EventText.change([0]) && many.text(limit: 501) == nil)
    }
}
