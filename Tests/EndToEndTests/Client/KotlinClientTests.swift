import Foundation
import TestSupport
import Testing

/// `Clients/Kotlin`, run on the JVM by the programs of `Tests/Kotlin`. The first test waits for the compiler.
@Suite("The client in Kotlin", .serialized)
struct KotlinClientTests {
    @Test("leads its model, and what a view is told, from the list before to the list after; a program finds a vector that does not")
    func vectors() throws {
        let vectors = try KotlinProgram.files(in: "Tests/Vectors", ending: ".json")
        let output = try KotlinProgram.finish(runVectors(vectors))
        #expect(output.hasPrefix("\(vectors.count) vectors, "), "\(output)")

        let text = try String(contentsOfFile: #require(vectors.first { $0.hasSuffix("/move-item-down.json") }), encoding: .utf8)
        let folder = try TestFolder()
        let wrong = try folder.write(text.replacing("\"from\": [0, 0]", with: "\"from\": [0, 1]"), to: "wrong.json")
        #expect(throws: TestFailure.self) { try KotlinProgram.finish(runVectors([wrong])) }
    }

    /// The list of files is an argument, however many there are.
    private func runVectors(_ vectors: [String]) throws -> ProgramRun {
        try KotlinProgram.start("vectors", vectors.joined(separator: "\n"))
    }

    @Test("holds its model, its state machines, its texts and its files to plain ones")
    func units() throws {
        let folder = try TestFolder()
        let output = try KotlinProgram.finish(KotlinProgram.start("units", folder.url.path))
        #expect(output == "texts pass, the model passes, sessions pass, caches pass")
    }

    @Test("follows a list that others write to, while somebody scrolls and edits", .timeLimit(.minutes(10)))
    func follows() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let folder = try TestFolder()
        let app = try KotlinProgram.start("app", "\(server.port)", folder.url.path, "loaded play=done compare=\(server.port) sent")
        try app.waitForLine(startingWith: "loaded")
        let writers = ListWriters("a", port: server.port, seed: seed)
        try await ClientLength.pass(0.7)
        let written = writers.stop()
        _ = try folder.write("", to: "done")
        let figures = try KotlinProgram.finish(app)
        print("client in Kotlin: \(written) writes, \(figures)")
        #expect(figures.contains(" 1 reloads"), "seed \(seed): \(figures)")
    }

    @Test("keeps what is written without a network over a kill, and does it once", .timeLimit(.minutes(10)))
    func kill() throws {
        let app = try EditedApp()
        let (server, client, proxy) = (app.server, app.client, app.proxy)
        #expect(try client.get("/lists/a").object["version"] as? Int == 1)
        // Sent, but the answer is lost; then the app is killed.
        proxy.change { faults in
            faults.target = server.port
            faults.lost = ["POST"]
        }
        let cut = try app.start("offline", "wait")
        try eventually("the first write") { try client.get("/lists/a").object["version"] as? Int == 2 }
        cut.send(signal: SIGKILL)
        #expect(try cut.status() == -SIGKILL)
        proxy.change { $0.lost = [] }
        proxy.cutAll()
        let last = try KotlinProgram.finish(app.start("offline", "sent", "compare=\(server.port)"))
        #expect(last.hasSuffix("{} []"), "\(last)")
        // Eight writes that change something, and no more versions.
        #expect(try client.get("/lists/a").object["version"] as? Int == 9)
        #expect(try texts(client, "/lists/a/items/0-0", "title") == "twice")
        #expect(try client.get("/lists/a/items/@i0-1").object["value"] as? String == "whole")
        #expect(try client.get("/lists/a/items/@i0-2").status == 404 && client.get("/lists/a/items/@i0-8").status == 404)
        #expect(try client.get("/lists/a/sections/0").object["itemCount"] as? Int == 49)
        #expect(try client.get("/lists/a/items/1-50").object["value"] as? [Int] == [1])
        #expect(try texts(client, "/lists/a/items/@fresh", "title") == "inserted")
        #expect(try client.get("/lists/a/interactions").text.contains(#""context":{"from":"app"}"#))
    }

    private func texts(_ client: HTTPConnection, _ path: String, _ member: String) throws -> String? {
        (try client.get(path).object["value"] as? [String: Any])?[member] as? String
    }

    @Test("takes back what somebody else was first with, and says what is there now", .timeLimit(.minutes(10)))
    func conflict() throws {
        let app = try EditedApp()
        let (server, client, proxy) = (app.server, app.client, app.proxy)
        #expect(try client.send("PUT", "/lists/a/items/@i0-1", body: #""theirs""#).status == 200)
        #expect(try client.send("DELETE", "/lists/a/items/@i0-7").status == 204)
        proxy.change { $0.target = server.port }
        let last = try KotlinProgram.finish(app.start("offline", "sent", "compare=\(server.port)"))
        #expect(last.contains(#"Conflict "theirs" [{"op":"updateItem","item":"@i0-1","value":"whole"}]"#), "\(last)")
        #expect(last.contains("Gone null [{\"op\":\"patchItem\",\"item\":\"@i0-7\""), "\(last)")
        // A batch is refused as a whole.
        #expect(try client.get("/lists/a/items/@i0-8").status == 200)
    }

    @Test("becomes equal to the server's list behind a bad network with fifty writers", .timeLimit(.minutes(10)))
    func torture() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess(environment: ["SECTIONAL_HISTORY_VERSIONS": "64", "SECTIONAL_HISTORY_SECONDS": "0"])
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let folder = try TestFolder()
        let app = try KotlinProgram.start("app", "\(proxy.port)", folder.url.path, "loaded play=done compare=\(server.port) sent")
        try app.waitForLine(startingWith: "loaded")
        let writers = ListWriters("a", port: server.port, threads: 50, pause: 250, seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<16 {
            proxy.change { faults in
                faults.latency = [0, 20, 60][random.below(3)]
                faults.cutBelow = random.below(2) == 0 ? 60_000 : nil
                faults.cutsAnything = true
                faults.unavailable = random.below(3) == 0 ? 40 : 0
                faults.lost = random.below(4) == 0 ? ["POST"] : []
                faults.target = random.below(6) == 0 ? 0 : server.port
            }
            if random.below(3) == 0 { proxy.cutAll() }
            try await ClientLength.pass(0.2)
        }
        let written = writers.stop()
        proxy.change { $0 = FaultyProxy.Faults(target: server.port) }
        proxy.cutAll()
        _ = try folder.write("", to: "done")
        let figures = try KotlinProgram.finish(app)
        print("client in Kotlin, tortured, seed \(seed): \(written) writes, \(figures)")
    }
}

/// An app that has kept a list, has written to it without a network, and was killed.
private struct EditedApp {
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
        try KotlinProgram.finish(start("loaded", "all", "kept"))
        proxy.change { $0.target = 0 }
        let offline = try start("offline", "edit", "wait")
        try offline.waitForLine(startingWith: "edit")
        offline.send(signal: SIGKILL)
        #expect(try offline.status() == -SIGKILL)
    }

    func start(_ tasks: String...) throws -> ProgramRun {
        try KotlinProgram.start("app", "\(proxy.port)", folder.url.path, tasks.joined(separator: " "))
    }
}
