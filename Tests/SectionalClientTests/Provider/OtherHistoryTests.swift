import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

/// A server that is set up anew, or has an older copy of its lists, behind the same address.
@Suite("Another list of the same id")
@MainActor
struct OtherHistoryTests {
    /// What the server is by now.
    private final class Server: Sendable {
        let list = Mutex<(time: String, head: Int)?>(("2026-01-01T00:00:00.000Z", 5))

        func set(_ time: String, _ head: Int) { list.withLock { $0 = (time, head) } }
    }

    private let server = Server()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")

    private func list(
        write: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = { _ in FakeList.problem(404, "not-found") }
    ) throws -> FakeList {
        var options = FakeList.options
        options.cache = ListCache(folder: folder)
        return try FakeList(options: options, created: { [server] in server.list.withLock { $0 } }, write: write)
    }

    private func puts(_ list: FakeList) -> Int { list.transport.sent.count { $0.method != "GET" } }

    @Test("is loaded, and what was written to the one before is refused and not sent", .timeLimit(.minutes(1)))
    func anew() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list()
        try await list.load()
        #expect(list.transport.requests.contains("GET /base/lists/l/events?max=10000&created=2026-01-01T00%3A00%3A00.000Z"))
        list.transport.setDown(true)
        let provider = list.provider
        let write = Task { try await provider.updateItem(at: [0, 0], value: 100) }
        // Whether the write is sent, or asks for the list first, is chance.
        func isTried() -> Bool { list.transport.requests.contains { $0.hasPrefix("PUT") || $0.hasSuffix("limit=1") } }
        try await list.wait { list.shown.last == 100 && isTried() && provider.follower.known.confirmed == nil && provider.state != .live }
        let before = puts(list)
        // The numbers of the new one would fit.
        server.set("2026-02-02T00:00:00.000Z", 7)
        list.transport.setDown(false)
        provider.reconnect()
        await #expect(throws: ListFailure.otherHistory) { try await write.value }
        try await list.wait { provider.state == .live }
        list.transport.send("reset", id: 7, #"{"list":"l","version":7}"#)
        try await list.wait { provider.version == 7 && list.view.reloads == 2 }
        try await list.wait { list.shown.last == 0 }
        #expect(puts(list) == before && provider.follower.known.created == "2026-02-02T00:00:00.000Z")
        #expect(provider.sender.outbox?.read() == [])
    }

    @Test("is noticed after a restart, and the app is told what was wanted", .timeLimit(.minutes(1)))
    func restarted() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let first = try list()
            try await first.load()
            await first.provider.flush()
            first.transport.setDown(true)
            let provider = first.provider
            let write = Task { _ = try? await provider.updateItem(at: [0, 0], value: 100) }
            try await first.wait { first.shown.last == 100 }
            write.cancel()
            await write.value
        }
        server.set("2026-02-02T00:00:00.000Z", 7)
        let second = try list()
        second.provider.start()
        try await second.wait { !second.refusals.isEmpty }
        let refusal = try #require(second.refusals.first)
        #expect(refusal.failure == .otherHistory && refusal.kind == .update && refusal.item == "i0" && refusal.value == 100)
        #expect(puts(second) == 0)
    }

    @Test("gives the screen no page of its own before it is loaded", .timeLimit(.minutes(1)))
    func pages() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list()
        try await list.load()
        server.set("2026-02-02T00:00:00.000Z", 9)
        _ = list.provider.item(at: [0, 90])
        try await list.wait { list.provider.version == 9 && list.view.reloads == 2 }
        #expect(list.provider.follower.known.created == "2026-02-02T00:00:00.000Z")
    }

    @Test("is one whose versions have gone back, also of a server that does not say when it was made", .timeLimit(.minutes(1)))
    func back() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        server.list.withLock { $0 = nil }
        let list = try list { _ in FakeList.accepted(2) }
        try await list.load()
        #expect(list.transport.requests.allSatisfy { !$0.contains("created=") })
        list.sendUpdate("50", version: 2)
        list.sendUpdate("60", version: 3)
        try await list.wait { list.provider.version == 3 }
        // An older copy is back: all that was made since is gone.
        list.transport.send("reset", id: 1, #"{"list":"l","version":1}"#)
        try await list.wait { list.provider.version == 1 && list.view.reloads == 2 }
        #expect(list.shown.last == 0 && list.provider.sender.outbox?.answered() == [])
    }

    @Test("tells an app of an insertion with its value and its place", .timeLimit(.minutes(1)))
    func insertion() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let first = try list()
            try await first.load()
            first.transport.setDown(true)
            let provider = first.provider
            let tasks = [
                Task { _ = try? await provider.insert(7, at: [0, 3]) }, Task { _ = try? await provider.move(from: [0, 1], to: [0, 5]) },
            ]
            try await first.wait { provider.sender.queue.writes.count == 2 }
            for task in tasks {
                task.cancel()
                await task.value
            }
        }
        let second = try list { _ in FakeList.problem(422, "invalid-value") }
        second.provider.start()
        try await second.wait { second.refusals.count == 2 }
        let refusals = second.refusals.sorted { $0.kind == .insertion && $1.kind == .move }
        #expect(refusals.map(\.kind) == [.insertion, .move] && refusals.map(\.section) == ["a", "a"])
        #expect(refusals[0].value == 7 && refusals[0].before == "@i3" && refusals[0].item == nil)
        #expect(refusals[1].item == "i1" && refusals[1].after == "@i5" && refusals[1].before == nil)
    }
}
