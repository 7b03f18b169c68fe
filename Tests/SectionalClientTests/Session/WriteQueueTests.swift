import Foundation
import Testing

@testable import SectionalClient

@Suite("Writes that wait for their answers")
struct WriteQueueTests {
    private static let now: TimeInterval = 1_000_000

    private func write(_ key: String, _ items: [String], revision: Int? = 3, kind: PendingWrite.Kind = .update) -> PendingWrite {
        let condition = revision.flatMap { revision in items.first.map { PendingWrite.Condition(id: $0, revision: revision) } }
        return PendingWrite(
            key: key, kind: kind, method: "PUT", path: "items/@x", body: nil, condition: condition, items: items,
            madeAt: Date(timeIntervalSince1970: 1))
    }

    private func queue(_ writes: PendingWrite...) -> WriteQueue {
        var queue = WriteQueue()
        for write in writes { queue.add(write) }
        return queue
    }

    private func keys(_ queue: inout WriteQueue, after seconds: TimeInterval = 0) -> [String] {
        queue.next(now: Self.now + seconds, screen: 3).map(\.key)
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
        _ = queue.next(now: Self.now, screen: 3)
        _ = queue.answered("1", version: 12, revision: 12)
        var second = queue.next(now: Self.now, screen: 3).first
        #expect(second?.key == "2" && second?.condition?.revision == 12)
        // Sent again it is what it was, for its key stands for that request.
        _ = queue.failed("2", lost, now: Self.now, random: 0)
        queue.resume()
        second = queue.next(now: Self.now, screen: 3).first
        #expect(second?.key == "2" && second?.condition?.entityTag == "\"r12@a\"")
    }

    @Test("hold a second write to what was seen where the first is refused")
    func refusedChain() {
        var queue = queue(write("1", ["a"]), write("2", ["a"]))
        _ = queue.next(now: Self.now, screen: 3)
        let failure = ListFailure.invalid(Problem(slug: "value-does-not-match-type", status: 422))
        #expect(queue.failed("1", .final(failure), now: Self.now, random: 0) == .refused(failure))
        #expect(queue.next(now: Self.now, screen: 3).first?.condition?.revision == 3)
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
        _ = queue.next(now: Self.now, screen: 3)
        let failure = ListFailure.unauthorized(Problem(slug: "unauthorized", status: 401))
        #expect(queue.failed("1", .final(failure), now: Self.now, random: 0) == .waiting)
        var sent = keys(&queue, after: 1_000_000)
        #expect(sent == [])
        queue.resume()
        sent = keys(&queue)
        #expect(sent == ["1"])
    }

    @Test("try a sign-in again from time to time while the list is followed")
    func unauthorizedAlone() {
        var queue = queue(write("1", ["a"]))
        _ = keys(&queue)
        let failure = ListFailure.unauthorized(Problem(slug: "unauthorized", status: 401))
        #expect(queue.failed("1", .final(failure), isAnswer: true, isLive: true, now: Self.now, random: 0) == .waiting)
        let time = queue.nextTime(now: Self.now)
        #expect(time == Self.now + 30)
        let sent = keys(&queue, after: 30)
        #expect(sent == ["1"])
    }

    @Test("do not wait for one that the server cannot take")
    func stuckHead() {
        var queue = queue(write("bad", ["a"]), write("after", ["a"]), write("2", ["b"]), write("3", ["c"]))
        var seconds: TimeInterval = 0
        var done: [String] = []
        // Each answer to it is a 500, each of the others' is good.
        for _ in 0..<10 {
            for key in keys(&queue, after: seconds) {
                if key == "bad" {
                    #expect(queue.failed(key, lost, isAnswer: true, now: Self.now + seconds, random: 0.5) == .waiting)
                } else {
                    done.append(key)
                    _ = queue.answered(key, version: 5, revision: 5)
                }
            }
            guard let next = queue.nextTime(now: Self.now + seconds) else { break }
            seconds = next - Self.now
        }
        #expect(done == ["2", "3"])
        #expect(queue.writes.map(\.key) == ["bad", "after"])

        // All fail: the attempts go round.
        queue = self.queue(write("1", ["a"]), write("2", ["b"]), write("3", ["c"]))
        var tried = keys(&queue)
        for key in tried { _ = queue.failed(key, lost, isAnswer: true, now: Self.now, random: 0) }
        seconds = 0
        for _ in 0..<3 {
            seconds += 100
            let sent = keys(&queue, after: seconds)
            for key in sent { _ = queue.failed(key, lost, isAnswer: true, now: Self.now + seconds, random: 0) }
            tried += sent
        }
        #expect(tried == ["1", "2", "3", "1", "2", "3"])
    }

    @Test("keep what an own write has made until the screen has got there")
    func editAgain() {
        var queue = queue(write("1", ["a"]))
        _ = keys(&queue)
        _ = queue.answered("1", version: 12, revision: 12)
        // Its event has not come: somebody edits what the screen has, at revision 3.
        queue.add(write("2", ["a"]))
        var second = queue.next(now: Self.now, screen: 11).first
        #expect(second?.condition?.revision == 12)
        _ = queue.answered("2", version: 13, revision: 13)
        // One that was made before the screen got there is sent after it did.
        queue.add(write("3", ["a"]))
        second = queue.next(now: Self.now, screen: 13).first
        #expect(second?.condition?.revision == 13)
    }

    @Test("go over what a batch has made, and not over what somebody else has written in between")
    func revisions() {
        var own = OwnRevisions()
        func revision(_ seen: Int) -> Int { own.newest(.init(id: "a", revision: seen)) }
        own.learn(WriteAnswer(version: 5, made: [.init(id: "a", base: 3, revision: 5)]))
        #expect((2...6).map(revision) == [2, 5, 5, 5, 6])
        own.learn(WriteAnswer(version: 7, made: [.init(id: "a", base: 5, revision: 7)]))
        #expect((2...8).map(revision) == [2, 7, 7, 7, 7, 7, 8])
        // For a run that knows nothing of the first.
        #expect(own.joined(WriteAnswer(version: 7, made: [.init(id: "a", base: 5, revision: 7)])).made.first?.base == 3)
        #expect(own.joined(WriteAnswer(version: 5, made: [.init(id: "a", base: 4, revision: 5)])).made.first?.base == 4)
        // Somebody else has made 9, which this app saw and wrote over.
        own.learn(WriteAnswer(version: 10, made: [.init(id: "a", base: 9, revision: 10)]))
        #expect([3, 7, 8, 9, 10].map(revision) == [3, 7, 8, 10, 10])
        own.learn(WriteAnswer(version: 12, made: [.init(id: "a", base: 0, revision: 12)]))
        #expect([3, 9, 12].map(revision) == [12, 12, 12])
        // The screen has it, and a row that was looked at before is written to.
        own.forget(at: 12) { [] }
        #expect(revision(3) == 12)
        for number in 0..<OwnRevisions.most { own.learn(WriteAnswer(version: 13, made: [.init(id: "\(number)", base: 1, revision: 13)])) }
        own.forget(at: 12) { [] }
        #expect(revision(3) == 3 && own.newest(.init(id: "7", revision: 1)) == 13)
    }

    @Test("are done where the refusal of a repetition shows it")
    func repetitions() {
        func outcome(_ write: PendingWrite, _ failure: ListFailure, attempts: Int) -> WriteQueue.Outcome {
            var queue = queue(write)
            for _ in 1..<attempts {
                _ = keys(&queue)
                _ = queue.failed(write.key, lost, now: Self.now, random: 0)
                queue.resume()
            }
            _ = keys(&queue)
            let outcome = queue.failed(write.key, .final(failure), isAnswer: true, now: Self.now, random: 0)
            #expect(queue.isEmpty)
            return outcome
        }
        let taken = ListFailure(Problem(slug: "id-taken", status: 409))
        var insertion = write("1", [], revision: nil, kind: .edit)
        #expect(outcome(insertion, taken, attempts: 2) == .refused(taken))
        insertion.hasOwnIDs = true
        #expect(outcome(insertion, taken, attempts: 1) == .refused(taken))
        #expect(outcome(insertion, taken, attempts: 2) == .done(version: nil))

        var update = write("2", ["a"])
        update.body = Data(#"{"b": [1.5, "x"], "a": 1}"#.utf8)
        let mine: JSONValue = ["id": "a", "revision": 8, "value": ["a": 1, "b": [1.5, "x"]]]
        let theirs: JSONValue = ["id": "a", "revision": 8, "value": ["a": 2, "b": [1.5, "x"]]]
        let isMine = ListFailure(Problem(slug: "precondition-failed", status: 412, current: mine))
        let isTheirs = ListFailure(Problem(slug: "precondition-failed", status: 412, current: theirs))
        #expect(outcome(update, isMine, attempts: 1) == .refused(isMine))
        #expect(outcome(update, isMine, attempts: 2) == .done(version: 8))
        #expect(outcome(update, isTheirs, attempts: 2) == .refused(isTheirs))

        var patch = PendingWrite(
            key: "3", kind: .update, method: "PATCH", path: "items/@a", condition: .init(id: "a", revision: 3), items: ["a"],
            madeAt: Date(timeIntervalSince1970: 1))
        patch.body = Data(#"{"a":1,"c":null}"#.utf8)
        #expect(outcome(patch, isMine, attempts: 2) == .done(version: 8))
        #expect(outcome(patch, isTheirs, attempts: 2) == .refused(isTheirs))
    }

    @Test("go one after another to the end of one section, beside each other to those of two")
    func sections() {
        var appended = ["1", "2", "3"].map { write($0, [], revision: nil, kind: .edit) }
        (appended[0].sections, appended[1].sections, appended[2].sections) = (["s"], ["s"], ["t"])
        var queue = queue(appended[0], appended[1], appended[2], write("4", ["s"]))
        let sent = keys(&queue)
        #expect(sent == ["1", "3", "4"])
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

extension WriteQueue {
    /// An answer to an update.
    @discardableResult
    fileprivate mutating func answered(_ key: String, version: Int, revision: Int?) -> Outcome {
        if let write = writes.first(where: { $0.key == key }) { answered(key, write.answer(version: version, revision: revision)) }
        return .done(version: version)
    }
}
