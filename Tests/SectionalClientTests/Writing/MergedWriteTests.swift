import Foundation
import Testing

@testable import SectionalClient

@Suite("Updates of one item that wait")
@MainActor
struct MergedWriteTests {
    private func merged(_ text: String, _ patch: String, isPatch: Bool = true) -> String? {
        ValueDifference.merged(Data(text.utf8), with: Data(patch.utf8), isPatch: isPatch).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("are one patch that does what both do, where one can say it")
    func patches() {
        #expect(merged(#"{"a":1,"b":{"c":1}}"#, #"{"a":2,"b":{"d":null},"e":null}"#) == #"{"a":2,"b":{"c":1,"d":null},"e":null}"#)
        #expect(merged(#"{"a":null}"#, #"{"a":1}"#) == #"{"a":1}"#)
        #expect(merged("{}", #"{"a":{"b":null,"c":1}}"#) == #"{"a":{"b":null,"c":1}}"#)
        // The object would go into what was there before the first patch.
        #expect(merged(#"{"a":null}"#, #"{"a":{"b":1}}"#) == nil && merged(#"{"a":1}"#, #"{"a":{"b":1}}"#) == nil)
        #expect(merged(#"{"a":1,"b":{"c":1}}"#, #"{"a":{"d":null,"e":2},"b":null}"#, isPatch: false) == #"{"a":{"e":2}}"#)
        #expect(merged("1", #"{"a":1}"#, isPatch: false) == #"{"a":1}"#)
    }

    private func update(_ key: String, _ method: String, _ body: String, revision: ListVersion = 3, value: Int = 0) -> PendingWrite {
        PendingWrite(
            key: key, kind: .update, method: method, path: "items/@a", body: Data(body.utf8),
            condition: .init(id: "a", revision: revision), items: ["a"], madeAt: Date(timeIntervalSince1970: 1),
            value: Data("\(value)".utf8))
    }

    @Test("are one request over what was seen, with the key of the first, and the whole value where one of them has it")
    func requests() {
        func both(_ first: PendingWrite, _ second: PendingWrite) -> String? {
            first.merged(with: second).map { "\($0.key) \($0.method) \(String(decoding: $0.body ?? Data(), as: UTF8.self))" }
        }
        let patch = update("2", "PATCH", #"{"x":2}"#)
        #expect(both(update("1", "PATCH", #"{"y":1}"#), patch) == #"1 PATCH {"x":2,"y":1}"#)
        #expect(both(update("1", "PUT", #"{"x":1,"y":1}"#), patch) == #"1 PUT {"x":2,"y":1}"#)
        #expect(both(patch, update("3", "PUT", #"{"x":3}"#)) == #"2 PUT {"x":3}"#)
        #expect(both(patch, update("3", "PUT", "{}", revision: 4)) == nil)
        var other = update("3", "PUT", "{}")
        other.created = "then"
        #expect(both(patch, other) == nil)
    }

    @Test("are not one where the first may have been sent, or something comes between them")
    func queued() {
        var queue = WriteQueue()
        queue.add(update("1", "PUT", "1"))
        #expect(queue.merged(update("2", "PUT", "2"))?.key == "1")
        _ = queue.next(now: 0, screen: 3)
        #expect(queue.merged(update("2", "PUT", "2")) == nil)
        queue.add(update("2", "PUT", "2"))
        #expect(queue.merged(update("3", "PUT", "3"))?.key == "2")
        queue.add(PendingWrite(key: "move", kind: .edit, method: "POST", path: "items/@a/move", items: ["a"], madeAt: Date()))
        #expect(queue.merged(update("3", "PUT", "3")) == nil)
    }

    @Test("are one line of the disk, unless another provider has the first too")
    func stored() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merged-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = OutboxFile(url: folder.appendingPathComponent("outbox"))
        let (first, both) = (update("1", "PUT", "1"), update("1", "PUT", "2"))
        try outbox.append(first)
        #expect(try outbox.merge(both))
        let stored = OutboxFile(url: folder.appendingPathComponent("outbox")).read()
        #expect(stored == [both])
        _ = outbox.read()
        #expect(try !outbox.merge(first))
        try outbox.append(update("2", "PUT", "1"))
        _ = try outbox.sent(update("2", "PUT", "1"))
        var sent = update("2", "PUT", "1")
        sent.isSent = true
        _ = try outbox.sent(sent)
        #expect(try !outbox.merge(update("2", "PUT", "3")))
    }

    @Test("are sent as one, and both calls have its answer", .timeLimit(.minutes(1)))
    func sent() async throws {
        let parts = try ListParts { _ in FakeList.accepted(2) }
        parts.show(3, loaded: 0..<3)
        parts.transport.setDown(true)
        let sender = WriteSender(nil, parts.screen, parts.follower, parts.requests)
        func write(_ key: String, _ value: Int, on id: String = "i0") -> Task<ListVersion, any Error> {
            let write = PendingWrite(
                key: key, kind: .update, method: "PUT", path: "items/@\(id)", body: Data("\(value)".utf8),
                condition: .init(id: id, revision: 1), items: [id], madeAt: Date(timeIntervalSince1970: 1))
            return Task { try await sender.submit(write, showing: [ExactID(id): value]) }
        }
        // The network is found to be gone by the first.
        let before = write("0", 1, on: "i1")
        try await parts.wait { !parts.transport.sent.isEmpty }
        let tasks = [write("1", 7), write("2", 8), write("3", 9)]
        try await parts.wait { parts.screen.row(at: RowPosition(0, 0))?.value == 9 }
        #expect(sender.queue.writes.map(\.key) == ["0", "1"])
        parts.transport.setDown(false)
        sender.resume()
        #expect(try await before.value == 2)
        for task in tasks { #expect(try await task.value == 2) }
        let puts = parts.transport.sent.filter { $0.url.lastPathComponent == "@i0" }
        #expect(puts.map { $0.body } == [Data("9".utf8)])
        #expect(parts.screen.row(at: RowPosition(0, 0))?.value == 9)
    }
}
