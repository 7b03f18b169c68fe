import Foundation
import SectionalClient
import TestSupport
import Testing

/// A server that is set up anew, or restored, behind the address that an app knows, while the app has writes that wait.
@Suite("A client whose server has another history", .serialized)
@MainActor
struct ClientHistoryTests {
    private let folder: TestFolder
    private let proxy: FaultyProxy

    init() throws {
        folder = try TestFolder()
        proxy = try FaultyProxy()
    }

    private var cache: ListCache { ListCache(folder: folder.url.appendingPathComponent("cache")) }

    /// A list of two versions, whose second has a new value of `i0-1`. The ids and revisions are those of any other.
    private func serve(title: String) throws -> ServerProcess {
        let server = try ServerProcess()
        let client = try server.connect()
        let content = ListWriters.content.replacing(#""title":"t""#, with: #""title":"\#(title)""#)
        guard try client.send("PUT", "/lists/a", body: content).status == 201,
            try client.send("PUT", "/lists/a/items/@i0-1", body: #"{"title":"\#(title)","n":-1}"#).status == 200
        else { throw TestFailure("no list") }
        connect(to: server)
        return server
    }

    private func connect(to server: ServerProcess) { proxy.change { $0.target = server.port } }

    private func cut() {
        proxy.change { $0.target = 0 }
        proxy.cutAll()
    }

    private func loaded() async throws -> FollowedScreen {
        let screen = try FollowedScreen(port: proxy.port, cache: cache)
        screen.provider.start()
        try await screen.wait(for: "the first rows") {
            screen.provider.state == .live && (0..<10).allSatisfy { screen.provider.row(at: [0, $0]) != nil }
        }
        return screen
    }

    private static let new = Reading(title: "new", n: 0)

    /// One write of each kind, none of them sent: what is left is the network's.
    private func edits(_ provider: RemoteDataProvider<Reading>) -> [Task<ListVersion, any Error>] {
        let new = Self.new
        return [
            Task { try await provider.updateItem(at: [0, 1], value: new) },
            Task { try await provider.delete(at: [0, 2]) },
            Task { try await provider.insert(new, at: [0, 3]) },
            // Beside a row that is not loaded, which has its place in a version for a name.
            Task { try await provider.insert(new, at: [15, 20]) },
            Task { try await provider.move(from: [0, 4], to: [0, 7]) },
            Task { try await provider.batch { try $0.move([0, 5], before: [0, 0]) } },
        ]
    }

    private func written(_ screen: FollowedScreen) async throws {
        try await screen.wait(for: "the edits") {
            screen.provider.indexPath(of: "i0-1").map { screen.provider.item(at: $0) == Self.new } ?? false
        }
        try await Task.sleep(for: .milliseconds(100))
    }

    /// Its version is that of the one before.
    private func otherList(_ screen: FollowedScreen) async throws {
        try await screen.wait(for: "the other list") { screen.provider.row(at: [0, 0])?.value?.title == "their" }
    }

    @Test("shows the new one, and does none of what was written to the one before", .timeLimit(.minutes(2)))
    func anew() async throws {
        let old = try serve(title: "old")
        let screen = try await loaded()
        cut()
        try await screen.wait(for: "the end of the stream") { screen.provider.state != .live }
        let edits = edits(screen.provider)
        screen.provider.select([0, 6])
        try await written(screen)
        try old.kill()
        let server = try serve(title: "their")
        screen.provider.reconnect()
        for edit in edits { await #expect(throws: ListFailure.otherHistory) { try await edit.value } }
        #expect(try server.connect().get("/lists/a").object["version"] as? Int == 2)
        try await otherList(screen)
        #expect(try await screen.compare(with: server.port) == [])
        // What is written now is written to the list that is there.
        #expect(try await screen.provider.insert(Self.new, at: [0, 3]) == 3)
        #expect(try await screen.compare(with: server.port) == [])
        // What was tapped nobody has seen there.
        #expect(try server.connect().get("/lists/a/interactions").text.contains(#""interactions":[]"#))
    }

    @Test("tells of all that an earlier run has left, with what was wanted", .timeLimit(.minutes(2)))
    func restarted() async throws {
        let old = try serve(title: "old")
        do {
            let first = try await loaded()
            await first.provider.flush()
            cut()
            try await first.wait(for: "the end of the stream") { first.provider.state != .live }
            let edits = edits(first.provider)
            try await written(first)
            first.provider.stop()
            for edit in edits { edit.cancel() }
        }
        try old.kill()
        let server = try serve(title: "their")
        let screen = try FollowedScreen(port: proxy.port, cache: cache)
        screen.provider.start()
        try await screen.wait(for: "six refusals") { screen.refusals.count == 6 }
        #expect(screen.refusals.allSatisfy { $0.failure == .otherHistory })
        func refusals(_ kind: ListRefusal<Reading>.Kind) -> [ListRefusal<Reading>] { screen.refusals.filter { $0.kind == kind } }
        #expect(refusals(.update).map(\.item) == ["i0-1"] && refusals(.update).map(\.value) == [Self.new])
        #expect(refusals(.deletion).map(\.item) == ["i0-2"])
        let insertions = refusals(.insertion).sorted { $0.section ?? "" < $1.section ?? "" }
        #expect(insertions.map(\.section) == ["s0", "s15"] && insertions.map(\.before) == ["@i0-3", "15-20"])
        #expect(insertions.map(\.value) == [Self.new, Self.new])
        #expect(refusals(.move).map(\.item) == ["i0-4"] && refusals(.move).map(\.after) == ["@i0-7"])
        #expect(refusals(.batch).count == 1 && refusals(.batch).first?.body != nil)
        try await otherList(screen)
        #expect(try server.connect().get("/lists/a").object["version"] as? Int == 2)
        #expect(try await screen.compare(with: server.port) == [])
    }

    @Test("goes on with a backup that was restored, and writes over nothing that it has lost", .timeLimit(.minutes(2)))
    func restored() async throws {
        let backup = folder.path("backup.sqlite")
        let lost = try ServerProcess(database: folder.database)
        let client = try lost.connect()
        #expect(try client.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        try CommandLineTool.run("backup", backup, "--database", folder.database)
        #expect(try client.send("PUT", "/lists/a/items/@i0-1", body: #"{"title":"lost","n":1}"#).status == 200)
        let item = #"{"item":{"id":"lost","value":{"title":"lost","n":2}},"index":3}"#
        #expect(try client.send("POST", "/lists/a/sections/@s0/items", body: item).status == 201)
        connect(to: lost)
        let screen = try await loaded()
        let provider = screen.provider
        #expect(provider.id(at: [0, 3]) == "lost")
        cut()
        try await screen.wait(for: "the end of the stream") { provider.state != .live }
        let new = Self.new
        let same = Task { try await provider.updateItem(at: [0, 0], value: new) }
        let over = Task { try await provider.updateItem(at: [0, 1], value: new) }
        let inserted = Task { try await provider.insert(new, at: [0, 3], id: "new") }
        let together = Task {
            try await provider.batch { batch in
                try batch.update([0, 1], value: new)
                try batch.update([0, 2], value: new)
            }
        }
        try await written(screen)
        try lost.kill()
        try CommandLineTool.run("restore", backup, "--database", folder.database)
        let server = try ServerProcess(database: folder.database)
        connect(to: server)
        provider.reconnect()
        #expect(try await same.value > 1_000_000)
        // Before the next that is there, of what it was to come before.
        #expect(try await inserted.value > 1_000_000)
        do {
            _ = try await over.value
            Issue.record("written over what was lost")
        } catch ListFailure.conflict(let current, _) {
            #expect(try JSONDecoder().decode(Reading.self, from: try #require(current)) == Reading(title: "t", n: 1))
        }
        // A batch has such a condition too.
        await #expect {
            try await together.value
        } throws: { if case ListFailure.conflict = $0 { true } else { false } }
        #expect(try server.connect().send("DELETE", "/lists/a/items/@i0-9").status == 204)
        #expect(try await screen.compare(with: server.port) == [])
        #expect((0..<5).map { provider.id(at: [0, $0]) } == ["i0-0", "i0-1", "i0-2", "new", "i0-3"])
        #expect(provider.item(at: [0, 0]) == new && provider.version > 1_000_003)
    }
}
