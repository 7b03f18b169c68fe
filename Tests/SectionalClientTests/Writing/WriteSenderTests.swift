import Foundation
import Synchronization
import Testing

@testable import SectionalClient

@Suite("A sender of writes")
@MainActor
struct WriteSenderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID().uuidString)")

    private func update(_ key: String, _ value: Int, on id: String = "i0") throws -> PendingWrite {
        PendingWrite(
            key: key, kind: .update, method: "PUT", path: "items/@\(id)", body: Data("\(value)".utf8),
            condition: .init(id: id, revision: 1), items: [id], madeAt: Date(timeIntervalSince1970: 1))
    }

    private func shown(_ parts: ListParts) -> Int? { parts.screen.row(at: RowPosition(0, 0))?.value }

    @Test("shows a value until the screen has it, sends it from the disk, and keeps the answer for the next run", .timeLimit(.minutes(1)))
    func sends() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = OutboxFile(url: folder.appendingPathComponent("outbox"))
        let parts = try ListParts { _ in FakeList.accepted(2) }
        parts.show(3, loaded: 0..<3)
        let sender = WriteSender(outbox, parts.screen, parts.follower, parts.requests)
        #expect(try await sender.submit(update("1", 7), showing: [ExactID("i0"): 7]) == 2)
        #expect(shown(parts) == 7 && sender.queue.isEmpty && outbox.read() == [])
        #expect(parts.transport.sent.map { $0.headers["If-Match"] } == ["\"r1@i0\""])
        // Another run has the value and the revision of it.
        let next = try ListParts { _ in FakeList.accepted(3) }
        next.show(3, loaded: 0..<3)
        let second = WriteSender(OutboxFile(url: folder.appendingPathComponent("outbox")), next.screen, next.follower, next.requests)
        second.restore()
        #expect(shown(next) == 7)
        #expect(try await second.submit(update("2", 8), showing: [ExactID("i0"): 8]) == 3)
        #expect(shown(next) == 8 && next.transport.sent.map { $0.headers["If-Match"] } == ["\"r2@i0\""])
    }

    @Test("takes back what is refused, and tells whoever waits, else the screen", .timeLimit(.minutes(1)))
    func refuses() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = OutboxFile(url: folder.appendingPathComponent("outbox"))
        let parts = try ListParts { _ in FakeList.problem(422, "value-does-not-match-type") }
        parts.show(3, loaded: 0..<3)
        try outbox.append(update("left", 5))
        let sender = WriteSender(OutboxFile(url: folder.appendingPathComponent("outbox")), parts.screen, parts.follower, parts.requests)
        sender.restore()
        #expect(shown(parts) == 5)
        await #expect(throws: ListFailure.self) { try await sender.submit(update("1", 7), showing: [ExactID("i0"): 7]) }
        #expect(shown(parts) == 0 && parts.screen.queue.refusals.map(\.value) == [5])
        #expect(OutboxFile(url: folder.appendingPathComponent("outbox")).read() == [])
    }

    private var outboxURL: URL { folder.appendingPathComponent("outbox") }

    private func parts(_ answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) throws -> (
        ListParts, WriteSender<Int>
    ) {
        let parts = try ListParts(answer: answer)
        parts.show(3, loaded: 0..<3)
        return (parts, WriteSender(OutboxFile(url: outboxURL), parts.screen, parts.follower, parts.requests))
    }

    private func deletion(_ key: String) -> PendingWrite {
        PendingWrite(
            key: key, kind: .edit, method: "DELETE", path: "items/@i0", condition: .init(id: "i0", revision: 1), items: ["i0"],
            madeAt: Date(timeIntervalSince1970: 1))
    }

    private func isDeleted(_ parts: ListParts) -> Bool? { parts.screen.row(at: RowPosition(0, 0))?.isDeleted }

    @Test("marks what is deleted until the screen has it, over runs of the app too", .timeLimit(.minutes(1)))
    func deletes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let gone = TransportResponse(status: 204, headers: ["List-Version": "2"])
        let (first, sender) = try parts { _ in gone }
        first.transport.setDown(true)
        let task = Task { _ = try? await sender.submit(deletion("1")) }
        try await first.wait { isDeleted(first) == true && !first.transport.sent.isEmpty }
        task.cancel()
        await task.value
        // Unanswered, then answered and in no snapshot.
        for isSent in [false, true] {
            let (next, sender) = try parts { _ in gone }
            if isSent { next.transport.setDown(true) }
            sender.restore()
            #expect(isDeleted(next) == true)
            try await next.wait { sender.queue.isEmpty }
            #expect(next.transport.sent.count == (isSent ? 0 : 1))
        }
        try OutboxFile(url: outboxURL).keepSnapshot(at: 2) {}
        let (last, lastSender) = try parts { _ in gone }
        lastSender.restore()
        #expect(isDeleted(last) == false)
        #expect(try Data(contentsOf: outboxURL).isEmpty)
    }

    @Test("shows the last value that was written to a row that is deleted, as long as a run shows that row", .timeLimit(.minutes(1)))
    func deletedValue() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (_, sender) = try parts { $0.method == "DELETE" ? FakeList.accepted(4) : FakeList.accepted(3) }
        for (key, value) in [("1", 7), ("2", 8)] { _ = try await sender.submit(update(key, value), showing: [ExactID("i0"): value]) }
        _ = try await sender.submit(deletion("3"))
        // The snapshot of the next run is older than all of them.
        let (next, restored) = try parts { _ in FakeList.accepted(5) }
        restored.restore()
        #expect(isDeleted(next) == true && shown(next) == 8)
        try OutboxFile(url: outboxURL).keepSnapshot(at: 4) {}
        #expect(try Data(contentsOf: outboxURL).isEmpty)
    }

    @Test("keeps a write on disk over what this app has made, whose answers the disk forgets", .timeLimit(.minutes(1)))
    func keptRevision() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (parts, sender) = try parts { _ in FakeList.accepted(2) }
        _ = try await sender.submit(update("1", 7), showing: [ExactID("i0"): 7])
        try sender.outbox?.keepSnapshot(at: 2) {}
        parts.transport.setDown(true)
        // Made over the row as it was at first.
        let late = try update("2", 8)
        let task = Task { _ = try? await sender.submit(late) }
        try await parts.wait { sender.queue.writes.count == 1 }
        #expect(OutboxFile(url: outboxURL).read().map(\.condition?.revision) == [2])
        task.cancel()
        await task.value
    }

    @Test("shows a deletion's row again where it is refused, and is content where a repeated one finds nothing", .timeLimit(.minutes(1)))
    func refusedDeletion() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (parts, sender) = try parts { _ in FakeList.problem(412, "precondition-failed") }
        await #expect(throws: ListFailure.self) { try await sender.submit(deletion("1")) }
        #expect(isDeleted(parts) == false)
        let (other, second) = try self.parts { _ in FakeList.problem(404, "item-not-found") }
        await #expect(throws: ListFailure.self) { try await second.submit(deletion("2")) }
        other.transport.setDown(true)
        let task = Task { try await second.submit(deletion("3")) }
        try await other.wait { other.transport.sent.count == 2 }
        other.transport.setDown(false)
        second.resume()
        _ = try await task.value
    }

    @Test("sends nothing once it is stopped, nor with the next user's token what got a 401", .timeLimit(.minutes(1)))
    func stopped() async throws {
        let user = Mutex("one")
        let parts = try ListParts(token: { _ in user.withLock { $0 } }) { request in
            guard request.headers["Authorization"] == "Bearer one" else { return FakeList.accepted(2) }
            // The answer is there when somebody else has signed in.
            while user.withLock({ $0 == "one" }) { await Task.yield() }
            return FakeList.problem(401, "unauthorized")
        }
        parts.show(3, loaded: 0..<3)
        let sender = WriteSender(nil, parts.screen, parts.follower, parts.requests)
        let (under, after) = (try update("1", 7), try update("2", 8))
        let first = Task { try await sender.submit(under) }
        try await parts.wait { parts.transport.sent.count == 1 }
        sender.stop()
        user.withLock { $0 = "two" }
        let second = Task { try await sender.submit(after) }
        try await parts.wait { sender.queue.writes.count == 2 }
        try await Task.sleep(for: .milliseconds(100))
        #expect(parts.transport.sent.count == 1 && shown(parts) == 8)
        // Somebody has signed in again, who is whoever the app says.
        sender.resume()
        #expect(try await first.value == 2)
        #expect(try await second.value == 2)
        #expect(parts.transport.sent.map { $0.headers["Authorization"] } == ["Bearer one", "Bearer two", "Bearer two"])
        #expect(parts.transport.sent.map { $0.headers["Idempotency-Key"] } == ["1", "1", "2"])
    }

    @Test("learns what a batch has changed, and not what somebody else has changed in an item that it moves", .timeLimit(.minutes(1)))
    func batches() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (parts, sender) = try parts { request in
            guard request.url.lastPathComponent == "batch" else { return FakeList.accepted(9) }
            let body = #"{"results":[{"id":"i0","revision":5},{"id":"i1","revision":4},null]}"#
            return TransportResponse(status: 200, headers: ["List-Version": "5"], body: Data(body.utf8))
        }
        var batch = ListBatch<Int>(FakeList.options) { parts.screen.row(at: $0) }
        try batch.update([0, 0], value: 70)
        try batch.move([0, 1], after: [0, 2])
        try batch.delete([0, 2])
        var write = PendingWrite(key: "1", kind: .edit, method: "POST", path: "batch", items: batch.items, madeAt: Date())
        write.take(try batch.operations.map { try $0.part(FakeList.options) })
        #expect(try await sender.submit(write, showing: batch.values) == 5)
        #expect(shown(parts) == 70 && parts.screen.row(at: RowPosition(0, 2))?.isDeleted == true)
        _ = try await sender.submit(update("2", 8), showing: [:])
        _ = try await sender.submit(update("3", 8, on: "i1"), showing: [:])
        #expect(parts.transport.sent.map { $0.headers["If-Match"] } == [nil, "\"r5@i0\"", "\"r1@i1\""])
        // Another run shows all of it.
        let (next, second) = try self.parts { _ in FakeList.accepted(10) }
        second.restore()
        #expect(next.screen.row(at: RowPosition(0, 2))?.isDeleted == true && shown(next) == 8)
    }
}
