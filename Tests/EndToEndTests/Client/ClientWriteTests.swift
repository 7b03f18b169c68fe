import Foundation
import SectionalClient
import Synchronization
import TestSupport
import Testing

/// Writes of an app, over networks that lose answers and apps that are killed.
@Suite("A client that writes", .serialized)
@MainActor
struct ClientWriteTests {
    let server: ServerProcess
    let proxy: FaultyProxy

    init() throws {
        server = try ServerProcess()
        proxy = try FaultyProxy(to: server.port)
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
    }

    /// Starts, and looks at the first rows of two sections until they are there.
    func loaded(_ screen: FollowedScreen) async throws {
        screen.provider.start()
        let paths: [IndexPath] = (0..<10).flatMap { [[0, $0], [1, $0]] }
        try await screen.wait(for: "the first rows") {
            guard screen.provider.state == .live, screen.provider.numberOfSections() == 20 else { return false }
            return paths.filter { screen.provider.row(at: $0) == nil }.isEmpty
        }
    }

    func head() throws -> Int? { try server.connect().get("/lists/a").object["version"] as? Int }

    @Test("does a write once whose answer is lost", .timeLimit(.minutes(2)))
    func lostAnswer() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        proxy.change { $0.lost = ["POST"] }
        let release = Task {
            try await screen.wait(for: "the write") { try head() == 2 }
            proxy.change { $0.lost = [] }
        }
        let version = try await screen.provider.insert(Reading(title: "new", n: 1), at: [0, 0])
        #expect(version == 2)
        try await release.value
        #expect(try head() == 2)
        proxy.change { $0.lost = ["PATCH"] }
        let second = Task {
            try await screen.wait(for: "the write") { try head() == 3 }
            proxy.change { $0.lost = [] }
        }
        #expect(try await screen.provider.updateItem(at: [1, 0], value: Reading(title: "x", n: 2)) == 3)
        try await second.value
        #expect(try head() == 3)
        #expect(try await screen.compare(with: server.port) == [])
        #expect(screen.provider.numberOfItems(in: 0) == 51)
    }

    @Test(
        "sends each of three writes once that an app left when it was killed", .timeLimit(.minutes(2)),
        arguments: ["unsent", "done, and the answers lost"])
    func killedApp(_ writes: String) async throws {
        let folder = try TestFolder()
        func app(_ what: String) throws -> ProgramRun {
            try ProgramRun(["client", "\(proxy.port)", folder.url.path, what], executable: Self.app)
        }
        func cut() {
            proxy.change { $0.target = 0 }
            proxy.cutAll()
        }
        let isSent = writes != "unsent"
        let first = try app("write")
        try first.waitForLine(startingWith: "loaded")
        if isSent { proxy.change { $0.lost = ["PATCH"] } } else { cut() }
        _ = try folder.write("", to: "go")
        try first.waitForLine(startingWith: "written")
        try eventually("the writes at the server") { try head() == (isSent ? 4 : 1) }
        cut()
        first.send(signal: SIGKILL)
        #expect(try first.status() == -SIGKILL)

        // Offline: what was there, with what was written.
        let second = try app("read")
        try second.waitForLine(startingWith: "shown")
        #expect(try head() == (isSent ? 4 : 1))
        proxy.change {
            $0.target = server.port
            $0.lost = []
        }
        try second.waitForLine(startingWith: "answered")
        #expect(second.output == "shown\nanswered\n")
        second.send(signal: SIGKILL)
        #expect(try head() == 4)

        // Nothing is sent again.
        let third = try app("write")
        try third.waitForLine(startingWith: "loaded")
        #expect(try head() == 4)
        let screen = try FollowedScreen(port: server.port)
        try await loaded(screen)
        #expect((0..<3).map { screen.provider.item(at: [0, $0]) } == (0..<3).map { Reading.left($0) })
        #expect(try await screen.compare(with: server.port) == [])
    }

    /// The app that is killed; it lies where the test's own program does.
    private static let app = ProgramRun.program.deletingLastPathComponent().appendingPathComponent("CrashChild")

    @Test("takes back what somebody else has overwritten or deleted, and says what is there", .timeLimit(.minutes(2)))
    func refused() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let client = try server.connect()
        // The screen does not hear of it before it writes.
        proxy.change { $0.isStalled = true }
        #expect(try client.send("PUT", "/lists/a/items/@i0-0", body: #"{"title":"theirs","n":7}"#).status == 200)
        #expect(try client.send("DELETE", "/lists/a/items/@i0-1").status == 204)
        let conflict = Task { try await screen.provider.updateItem(at: [0, 0], value: Reading(title: "mine", n: 1)) }
        let gone = Task { try await screen.provider.updateItem(at: [0, 1], value: Reading(title: "mine", n: 1)) }
        try await screen.wait(for: "the edits") { screen.provider.item(at: [0, 0])?.title == "mine" }
        #expect(screen.provider.item(at: [0, 1])?.title == "mine")
        proxy.change { $0.isStalled = false }
        do {
            _ = try await conflict.value
            Issue.record("no conflict")
        } catch ListFailure.conflict(let current, let problem) {
            let theirs = try JSONDecoder().decode(Reading.self, from: try #require(current))
            #expect(theirs == Reading(title: "theirs", n: 7) && problem.known == .preconditionFailed)
        }
        await #expect(throws: ListFailure.self) { try await gone.value }
        #expect(try await screen.compare(with: server.port) == [])
    }

    @Test("inserts, moves, deletes and batches by what is on the screen", .timeLimit(.minutes(2)))
    func edits() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        // An answer may be here before its event; the next edit names rows of the screen.
        func shown(_ version: Int) async throws { try await screen.wait(for: "version \(version)") { provider.version >= version } }
        try await shown(provider.insert(Reading(title: "first", n: 0), at: [0, 0], id: "first"))
        try await shown(provider.insert(Reading(title: "after", n: 0), after: [0, 2], id: "after"))
        try await shown(provider.move(from: [0, 0], to: [0, 3]))
        try await shown(provider.delete(at: [0, 4]))
        let section = provider.section(at: 1)
        try await provider.batch { batch in
            try batch.update([0, 5], value: Reading(title: "batch", n: 5))
            try batch.move([0, 6], before: [0, 5])
            batch.append(Reading(title: "last", n: 6), toSection: section, id: "last")
        }
        #expect(try head() == 6)
        #expect(try await screen.compare(with: server.port) == [])
        let ids = (0..<8).compactMap { provider.loadedRow(at: [0, $0])?.id }
        #expect(ids == ["i0-0", "i0-1", "after", "first", "i0-3", "i0-5", "i0-4", "i0-6"])
        #expect(provider.loadedRow(at: [1, 50])?.id == "last")
        await #expect(throws: ListFailure.notLoaded) {
            let empty = try FollowedScreen(port: proxy.port)
            try await empty.provider.batch { try $0.delete([0, 0]) }
        }
    }

    @Test("goes beside the next neighbour that is left, and to where a row was that is not loaded", .timeLimit(.minutes(2)))
    func neighbours() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        let client = try server.connect()
        // The screen does not hear of it before it writes.
        proxy.change { $0.isStalled = true }
        for item in ["i0-3", "i0-4", "i0-6", "i10-2", "i18-49"] + (40..<50).map({ "i1-\($0)" }) {
            #expect(try client.send("DELETE", "/lists/a/items/@\(item)").status == 204)
        }
        func new(_ title: String) -> Reading { Reading(title: title, n: 0) }
        #expect(provider.id(at: [10, 20]) == nil && provider.id(at: [18, 49]) == nil)
        let edits = [
            Task { try await provider.insert(new("a"), at: [0, 3], id: "a") },
            Task { try await provider.move(from: [0, 0], to: [0, 6]) },
            Task { try await provider.insert(new("b"), at: [10, 20], id: "b") },
            Task { try await provider.move(from: [0, 1], to: [12, 7]) },
            Task { try await provider.insert(new("c"), at: [1, 44], id: "c") },
            Task { try await provider.move(from: [0, 2], to: [18, 49]) },
        ]
        try await Task.sleep(for: .milliseconds(50))
        proxy.change { $0.isStalled = false }
        for edit in edits { _ = try await edit.value }
        #expect(try await screen.compare(with: server.port) == [])
        func ids(_ section: Int) -> [String] { (0..<provider.numberOfItems(in: section)).compactMap { provider.id(at: [section, $0]) } }
        #expect(Array(ids(0).prefix(4)) == ["a", "i0-5", "i0-0", "i0-7"])
        let tenth = ids(10)
        #expect(tenth.firstIndex(of: "b").map { tenth[$0 + 1] } == "i10-20")
        let twelfth = ids(12)
        #expect(twelfth.firstIndex(of: "i0-1").map { twelfth[$0 + 1] } == "i12-7")
        #expect(ids(1).suffix(2) == ["i1-39", "c"] && ids(18).suffix(2) == ["i18-48", "i0-2"])
    }

    @Test("goes to the section's end when all of more than eight neighbours have gone while it waited", .timeLimit(.minutes(2)))
    func noNeighbours() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        proxy.change { $0.target = 0 }
        proxy.cutAll()
        func new(_ title: String) -> Reading { Reading(title: title, n: 0) }
        // Rows of the first two sections are loaded, those of the others are not.
        #expect(provider.id(at: [0, 49]) != nil && provider.id(at: [1, 49]) != nil)
        #expect(provider.id(at: [10, 20]) == nil && provider.id(at: [12, 20]) == nil)
        let edits = [
            Task { try await provider.insert(new("a"), at: [0, 20], id: "a") },
            Task { try await provider.move(from: [0, 0], to: [1, 20]) },
            Task { try await provider.insert(new("b"), at: [10, 20], id: "b") },
            Task { try await provider.move(from: [0, 1], to: [12, 20]) },
        ]
        let client = try server.connect()
        for section in [0, 1, 10, 12] {
            let operations = (20..<50).map { #"{"op":"deleteItem","item":"@i\#(section)-\#($0)"}"# }.joined(separator: ",")
            #expect(try client.send("POST", "/lists/a/batch", body: "{\"operations\":[\(operations)]}").status == 200)
        }
        proxy.change { $0.target = server.port }
        provider.reconnect()
        for edit in edits { _ = try await edit.value }
        #expect(try await screen.compare(with: server.port) == [])
        func last(_ section: Int) -> [String?] { (-2..<0).map { provider.id(at: [section, provider.numberOfItems(in: section) + $0]) } }
        #expect(last(0) == ["i0-19", "a"] && last(1) == ["i1-19", "i0-0"])
        #expect(last(10) == ["i10-19", "b"] && last(12) == ["i12-19", "i0-1"])
    }

    @Test("tells of taps by what was on the screen, once and in order", .timeLimit(.minutes(2)))
    func taps() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        proxy.change { $0.lost = ["POST"] }
        screen.provider.select([0, 3], context: ["from": "test"])
        screen.provider.deselect([0, 3])
        screen.provider.perform("open", at: [0, 4])
        // A row that is not loaded has a place and a version.
        screen.provider.select([19, 7])
        let client = try server.connect()
        var interactions: [[String: Any]] = []
        try await screen.wait(for: "four taps") {
            if interactions.count == 1 { proxy.change { $0.lost = [] } }
            interactions = try client.get("/lists/a/interactions").object["interactions"] as? [[String: Any]] ?? []
            return interactions.count >= 4
        }
        let items = interactions.compactMap { ($0["item"] as? [String: Any])?["id"] as? String }
        #expect(items == ["i0-3", "i0-3", "i0-4", "i19-7"])
        #expect(interactions.map { $0["type"] as? String } == ["item.selected", "item.deselected", "item.action", "item.selected"])
        #expect((interactions[0]["context"] as? [String: Any])?["from"] as? String == "test")
    }

    @Test("waits for a token that is fresh, and keeps its place", .timeLimit(.minutes(2)))
    func tokens() async throws {
        let folder = try TestFolder()
        let config = try folder.write(Self.config("old", Self.digestOfOld), to: "sectional.yaml")
        let server = try ServerProcess(["--config", config])
        let proxy = try FaultyProxy(to: server.port)
        let headers = ["Authorization": "Bearer old"]
        #expect(try server.connect().send("PUT", "/lists/a", headers, body: ListWriters.content).status == 201)
        let fresh = Mutex<String?>(nil)
        let refusals = Atomic<Int>(0)
        let screen = try FollowedScreen(port: proxy.port) { wish in
            switch wish {
            case .next: return fresh.withLock { $0 } ?? "old"
            case .refused:
                refusals.add(1, ordering: .relaxed)
                return fresh.withLock { $0 }
            }
        }
        try await loaded(screen)
        _ = try folder.write(Self.config("new", Self.digestOfNew), to: "sectional.yaml")
        server.run.send(signal: SIGHUP)
        try await screen.wait(for: "the end") {
            if case .ended(.unauthorized) = screen.provider.state { true } else { false }
        }
        #expect(refusals.load(ordering: .relaxed) > 0)
        let write = Task { try await screen.provider.updateItem(at: [0, 0], value: Reading(title: "signed out", n: 0)) }
        try await screen.wait(for: "the edit") { screen.provider.item(at: [0, 0])?.title == "signed out" }
        fresh.withLock { $0 = "new" }
        screen.provider.start()
        #expect(try await write.value == 2)
        try await screen.wait(for: "the version") { screen.provider.version == 2 && screen.provider.state == .live }
        #expect(screen.view.reloads == 1 && screen.view.violations == [])
        #expect(screen.provider.item(at: [0, 0])?.title == "signed out")
    }

    private static func config(_ name: String, _ digest: String) -> String {
        "auth:\n  tokens:\n    - {name: \(name), hash: \"\(digest)\", scope: write}\n"
    }

    private static let digestOfOld = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4"
    private static let digestOfNew = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437"
}
