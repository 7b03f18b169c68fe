import Foundation
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
        #expect(try await sender.submit(update("1", 7), showing: 7) == 2)
        #expect(shown(parts) == 7 && sender.queue.isEmpty && outbox.read() == [])
        #expect(parts.transport.sent.map { $0.headers["If-Match"] } == ["\"r1@i0\""])
        // Another run has the value and the revision of it.
        let next = try ListParts { _ in FakeList.accepted(3) }
        next.show(3, loaded: 0..<3)
        let second = WriteSender(OutboxFile(url: folder.appendingPathComponent("outbox")), next.screen, next.follower, next.requests)
        second.restore()
        #expect(shown(next) == 7)
        #expect(try await second.submit(update("2", 8), showing: 8) == 3)
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
        await #expect(throws: ListFailure.self) { try await sender.submit(update("1", 7), showing: 7) }
        #expect(shown(parts) == 0 && parts.screen.queue.refusals.map(\.value) == [5])
        #expect(OutboxFile(url: folder.appendingPathComponent("outbox")).read() == [])
    }
}
