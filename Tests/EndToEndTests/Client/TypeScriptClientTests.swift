import Foundation
import TestSupport
import Testing

/// `Clients/TypeScript`, run in Node by the programs of `Tests/TypeScript`.
@Suite("The client in TypeScript", .serialized)
struct TypeScriptClientTests {
    @Test("leads its model, and a view of stages alone, from the list before to the list after; a vector that does not is found")
    func vectors() throws {
        let folder = ProjectFolder.root.appendingPathComponent("Tests/Vectors")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        let vectors = names.map { folder.appendingPathComponent($0).path }
        #expect(try NodeProgram.finish(runVectors(vectors)) == "\(vectors.count) vectors" && vectors.count > 30)

        let text = try String(contentsOfFile: #require(vectors.first { $0.hasSuffix("/move-item-down.json") }), encoding: .utf8)
        let wrong = try TestFolder()
        let path = try wrong.write(text.replacing("\"from\": [0, 0]", with: "\"from\": [0, 1]"), to: "wrong.json")
        #expect(throws: TestFailure.self) { try NodeProgram.finish(runVectors([path])) }
    }

    private func runVectors(_ vectors: [String]) throws -> ProgramRun {
        try NodeProgram.start("vectors", vectors.joined(separator: "\n"))
    }

    @Test("keeps its writes, its values and its files as it says, without a server and with one that answers what a test wants")
    func units() throws {
        let folder = try TestFolder()
        #expect(try NodeProgram.finish(NodeProgram.start("units", folder.url.path)) == "units pass")
    }

    @Test("follows a list that others write to, while somebody scrolls, edits, and comes back", .timeLimit(.minutes(10)))
    func follows() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let folder = try TestFolder()
        let app = try NodeProgram.start("app", "\(server.port)", folder.url.path, "loaded play=done compare=\(server.port) sent")
        try app.waitForLine(startingWith: "loaded")
        let writers = ListWriters("a", port: server.port, seed: seed)
        try await ClientLength.pass(0.7)
        let written = writers.stop()
        _ = try folder.write("", to: "done")
        let figures = try NodeProgram.finish(app)
        print("client in TypeScript: \(written) writes, \(figures)")
        #expect(figures.contains(" 1 reloads"), "seed \(seed): \(figures)")
    }

    @Test("keeps what is written without a network over a kill, and does it once", .timeLimit(.minutes(10)))
    func kill() throws {
        let app = try EditedPage()
        #expect(try app.client.get("/lists/a").object["version"] as? Int == 1)
        // Sent, but the answer is lost; then the app is killed.
        app.proxy.change { faults in
            faults.target = app.server.port
            faults.lost = ["PATCH"]
        }
        let cut = try app.start("offline", "wait")
        try eventually("the first write") { try app.client.get("/lists/a").object["version"] as? Int == 2 }
        cut.send(signal: SIGKILL)
        #expect(try cut.status() == -SIGKILL)
        app.proxy.change { $0.lost = [] }
        app.proxy.cutAll()
        let last = try NodeProgram.finish(app.start("offline", "sent", "compare=\(app.server.port)"))
        #expect(last.hasSuffix("{} []"), "\(last)")
        // Seven writes, and no more versions.
        #expect(try app.client.get("/lists/a").object["version"] as? Int == 8)
        #expect(try title(app.client, "/lists/a/items/0-0") == "twice")
        #expect(try app.client.get("/lists/a/items/@i0-1").object["value"] as? String == "whole")
        #expect(try app.client.get("/lists/a/items/@i0-2").status == 404)
        #expect(try app.client.get("/lists/a/items/1-50").object["value"] as? [Int] == [1])
        #expect(try title(app.client, "/lists/a/items/@fresh") == "inserted")
    }

    private func title(_ client: HTTPConnection, _ path: String) throws -> String? {
        (try client.get(path).object["value"] as? [String: Any])?["title"] as? String
    }

    @Test("takes back what somebody else was first with, and says what is there now", .timeLimit(.minutes(10)))
    func conflict() throws {
        let app = try EditedPage()
        #expect(try app.client.send("PUT", "/lists/a/items/@i0-1", body: #""theirs""#).status == 200)
        #expect(try app.client.send("DELETE", "/lists/a/items/@i0-0").status == 204)
        app.proxy.change { $0.target = app.server.port }
        let last = try NodeProgram.finish(app.start("offline", "sent", "compare=\(app.server.port)"))
        #expect(last.contains(#"precondition-failed PUT lists/a/items/@i0-1 "theirs""#), "\(last)")
        #expect(last.contains("item-not-found PATCH lists/a/items/@i0-0"), "\(last)")
    }

    @Test("becomes equal to the server's list behind a bad network with fifty writers", .timeLimit(.minutes(10)))
    func torture() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess(environment: ["SECTIONAL_HISTORY_VERSIONS": "64", "SECTIONAL_HISTORY_SECONDS": "0"])
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let folder = try TestFolder()
        let app = try NodeProgram.start("app", "\(proxy.port)", folder.url.path, "loaded play=done compare=\(server.port) sent")
        try app.waitForLine(startingWith: "loaded")
        let writers = ListWriters("a", port: server.port, threads: 50, pause: 250, seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<16 {
            proxy.change { faults in
                faults.latency = [0, 20, 60][random.below(3)]
                faults.cutBelow = random.below(2) == 0 ? 60_000 : nil
                faults.cutsAnything = true
                faults.unavailable = random.below(3) == 0 ? 40 : 0
                faults.lost = random.below(4) == 0 ? ["POST", "PATCH", "PUT", "DELETE"] : []
                faults.target = random.below(6) == 0 ? 0 : server.port
            }
            if random.below(3) == 0 { proxy.cutAll() }
            try await ClientLength.pass(0.2)
        }
        let written = writers.stop()
        proxy.change { $0 = FaultyProxy.Faults(target: server.port) }
        proxy.cutAll()
        _ = try folder.write("", to: "done")
        let figures = try NodeProgram.finish(app)
        print("client in TypeScript, tortured, seed \(seed): \(written) writes, \(figures)")
    }
}

/// An app that has kept a list, has written to it without a network, and was killed.
private struct EditedPage {
    let server: ServerProcess
    let client: HTTPConnection
    let proxy: FaultyProxy
    private let folder: TestFolder

    init() throws {
        server = try ServerProcess()
        client = try server.connect()
        proxy = try FaultyProxy(to: server.port)
        folder = try TestFolder()
        #expect(try client.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        try NodeProgram.finish(start("loaded", "all", "kept"))
        proxy.change { $0.target = 0 }
        let offline = try start("offline", "edit", "wait")
        try offline.waitForLine(startingWith: "edit")
        offline.send(signal: SIGKILL)
        #expect(try offline.status() == -SIGKILL)
    }

    func start(_ tasks: String...) throws -> ProgramRun {
        try NodeProgram.start("app", "\(proxy.port)", folder.url.path, tasks.joined(separator: " "))
    }
}
