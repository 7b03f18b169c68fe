import Foundation
import Testing

@testable import SectionalClient

@Suite("Writes that wait for their answers")
struct WriteQueueTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    private func write(_ key: String, _ items: [String], revision: Int? = 3, kind: PendingWrite.Kind = .update) -> PendingWrite {
        let condition = revision.flatMap { revision in items.first.map { PendingWrite.Condition(id: $0, revision: revision) } }
        return PendingWrite(
            key: key, kind: kind, method: "PUT", path: "items/@x", body: nil, condition: condition, items: items, madeAt: Self.now)
    }

    private func queue(_ writes: PendingWrite...) -> WriteQueue {
        var queue = WriteQueue()
        for write in writes { queue.add(write) }
        return queue
    }

    private func keys(_ queue: inout WriteQueue, after seconds: TimeInterval = 0) -> [String] {
        queue.next(now: Self.now.addingTimeInterval(seconds)).map(\.key)
    }

    private let lost = SessionFailure.network(retryAfter: 0)

    @Test("go one after another on one item, beside each other on others, four at once")
    func lanes() {
        var queue = queue(
            write("1", ["a"]), write("2", ["a"]), write("3", ["b"]), write("4", ["a", "c"]), write("5", ["c"]), write("6", ["d"]),
            write("7", ["e"]), write("8", ["f"]))
        var sent = keys(&queue)
        #expect(sent == ["1", "3", "6", "7"])
        sent = keys(&queue)
        #expect(sent == [])
        _ = queue.answered("1", version: 9, revision: 9)
        sent = keys(&queue)
        #expect(sent == ["2"])
        _ = queue.answered("3", version: 9, revision: 9)
        sent = keys(&queue)
        #expect(sent == ["8"])
        _ = queue.answered("2", version: 9, revision: 9)
        sent = keys(&queue)
        #expect(sent == ["4"])
    }

    @Test("hold a second write on an item to what the first has made")
    func chain() {
        var queue = queue(write("1", ["a"]), write("2", ["a"]), write("3", ["b"]))
        _ = queue.next(now: Self.now)
        _ = queue.answered("1", version: 12, revision: 12)
        var second = queue.next(now: Self.now).first
        #expect(second?.key == "2" && second?.condition?.revision == 12)
        // Sent again it is what it was, for its key stands for that request.
        _ = queue.failed("2", lost, now: Self.now, random: 0)
        queue.resume()
        second = queue.next(now: Self.now).first
        #expect(second?.key == "2" && second?.condition?.entityTag == "\"r12@a\"")
    }

    @Test("hold a write to what an earlier one has made, as long as the screen does not show that")
    func unseenRevision() {
        for (version, revision) in [(11, 12), (12, 3)] {
            var queue = queue(write("1", ["a"]))
            _ = queue.next(now: Self.now)
            _ = queue.answered("1", version: 12, revision: 12)
            queue.settle(at: version)
            queue.add(write("2", ["a"]))
            #expect(queue.next(now: Self.now).first?.condition?.revision == revision)
        }
    }

    @Test("hold a second write to what was seen where the first is refused")
    func refusedChain() {
        var queue = queue(write("1", ["a"]), write("2", ["a"]))
        _ = queue.next(now: Self.now)
        let failure = ListFailure.invalid(Problem(slug: "value-does-not-match-type", status: 422))
        #expect(queue.failed("1", .final(failure), now: Self.now, random: 0) == .refused(failure))
        #expect(queue.next(now: Self.now).first?.condition?.revision == 3)
    }

    @Test("wait while the network is gone; then one finds out whether it is back")
    func waits() {
        var queue = queue(write("1", ["a"]), write("2", ["b"]))
        var sent = keys(&queue)
        #expect(sent == ["1", "2"])
        #expect(queue.failed("1", lost, now: Self.now, random: 0) == .waiting)
        #expect(queue.failed("2", lost, now: Self.now, random: 0) == .waiting)
        sent = keys(&queue)
        #expect(sent == [])
        sent = keys(&queue, after: 60)
        #expect(sent == ["1"])
        #expect(queue.answered("1", version: 5, revision: nil) == .done(version: 5))
        sent = keys(&queue, after: 60)
        #expect(sent == ["2"])
    }

    @Test("wait for a sign-in without end")
    func unauthorized() {
        var queue = queue(write("1", ["a"]))
        _ = queue.next(now: Self.now)
        let failure = ListFailure.unauthorized(Problem(slug: "unauthorized", status: 401))
        #expect(queue.failed("1", .final(failure), now: Self.now, random: 0) == .waiting)
        var sent = keys(&queue, after: 1_000_000)
        #expect(sent == [])
        queue.resume()
        sent = keys(&queue)
        #expect(sent == ["1"])
    }

    @Test("let taps go one after another, beside writes on the same item")
    func taps() {
        var queue = queue(
            write("1", ["a"]), write("2", ["a"], revision: nil, kind: .interaction), write("3", ["b"], revision: nil, kind: .interaction))
        var sent = keys(&queue)
        #expect(sent == ["1", "2"])
        _ = queue.answered("2", version: 5, revision: nil)
        sent = keys(&queue)
        #expect(sent == ["3"])
    }

    @Test("name an item by its id, byte by byte")
    func encoding() {
        #expect(PendingWrite.Condition(id: "a/ü \"~", revision: 7).entityTag == "\"r7@a%2F%C3%BC%20%22~\"")
    }
}
