import Dispatch
import Lists
import Synchronization
import Testing

@testable import ListAPI

@Suite("Texts of events")
struct EventTextsTests {
    private struct Failure: Error {}

    @Test("are laid out once, though many ask at the same time")
    func once() throws {
        let texts = EventTexts(capacity: 1_000)
        let list = try #require(ListID("a"))
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            let text = try? texts.text(1, of: list) {
                made.withLock { $0 += 1 }
                return [1, 2, 3]
            }
            #expect(text == [1, 2, 3])
        }
        #expect(made.withLock { $0 } == 1 && texts.madeCount == 1)
        #expect(texts.kept(1, of: list) == [1, 2, 3] && texts.kept(2, of: list) == nil)
    }

    @Test("are kept up to a number of bytes, the newest longest, and not at all where they could not be laid out")
    func bounds() throws {
        let texts = EventTexts(capacity: 1_000)
        let list = try #require(ListID("a"))
        for version: Int64 in 1...50 { _ = try texts.text(version, of: list) { [UInt8](repeating: 0, count: 100) } }
        #expect((1...40).allSatisfy { texts.kept($0, of: list) == nil } && (41...50).allSatisfy { texts.kept($0, of: list) != nil })
        #expect(throws: Failure.self) { try texts.text(60, of: list) { throw Failure() } }
        #expect(texts.kept(60, of: list) == nil)
        #expect(try texts.text(60, of: list) { [1] } == [1])
    }
}
