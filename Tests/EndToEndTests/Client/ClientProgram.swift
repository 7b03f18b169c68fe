import Foundation
import TestSupport
import Testing

/// A client in another language than Swift, run by programs of its own, and what every such client is held to.
protocol ClientProgram {
    /// Starts a part of the tests, or an app.
    static func start(_ arguments: String...) throws -> ProgramRun
}

extension ClientProgram {
    /// Waits until a program has ended well.
    ///
    /// - Returns: the last line of its output.
    @discardableResult
    static func finish(_ run: ProgramRun, within seconds: Int = 180) throws -> String {
        guard try run.status(within: seconds) == 0 else { throw TestFailure("\(run.output) \(run.errors)") }
        return run.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    /// Runs all vectors, and one that is wrong, which is to be found.
    ///
    /// - Returns: The last line of the output, and the number of vectors.
    static func checkVectors() throws -> (output: String, count: Int) {
        let vectors = try ProjectFolder.files(in: "Tests/Vectors", ending: ".json")
        let output = try finish(start("vectors", vectors.joined(separator: "\n")))
        let text = try String(contentsOfFile: #require(vectors.first { $0.hasSuffix("/move-item-down.json") }), encoding: .utf8)
        let folder = try TestFolder()
        let wrong = try folder.write(text.replacing("\"from\": [0, 0]", with: "\"from\": [0, 1]"), to: "wrong.json")
        #expect(throws: TestFailure.self) { try finish(start("vectors", wrong)) }
        return (output, vectors.count)
    }

    /// Has an app follow a list that others write to, while somebody scrolls and edits.
    static func follow() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        let app = try FollowingApp<Self>(of: server, at: server.port)
        let writers = ListWriters("a", port: server.port, seed: seed)
        try await ClientLength.pass(0.7)
        let written = writers.stop()
        let figures = try app.end()
        print("\(Self.self): \(written) writes, \(figures)")
        #expect(figures.contains(" 1 reloads"), "seed \(seed): \(figures)")
    }

    /// Has an app follow a list behind a bad network with fifty writers. It ends well where its list is equal to the server's then.
    ///
    /// - Parameter methods: Those of its writes, whose answers are lost at times.
    static func torture(methods: Set<String>) async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess(environment: ["SECTIONAL_HISTORY_VERSIONS": "64", "SECTIONAL_HISTORY_SECONDS": "0"])
        let proxy = try FaultyProxy(to: server.port)
        let app = try FollowingApp<Self>(of: server, at: proxy.port)
        let writers = ListWriters("a", port: server.port, threads: 50, pause: 250, seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<16 {
            proxy.change { faults in
                faults.latency = [0, 20, 60][random.below(3)]
                faults.cutBelow = random.below(2) == 0 ? 60_000 : nil
                faults.cutsAnything = true
                faults.unavailable = random.below(3) == 0 ? 40 : 0
                faults.lost = random.below(4) == 0 ? methods : []
                faults.target = random.below(6) == 0 ? 0 : server.port
            }
            if random.below(3) == 0 { proxy.cutAll() }
            try await ClientLength.pass(0.2)
        }
        let written = writers.stop()
        proxy.change { $0 = FaultyProxy.Faults(target: server.port) }
        proxy.cutAll()
        print("\(Self.self), tortured, seed \(seed): \(written) writes, \(try app.end())")
    }
}

/// An app that has loaded a list, and follows it while somebody scrolls and edits.
private struct FollowingApp<Program: ClientProgram> {
    private let folder: TestFolder
    private let run: ProgramRun

    /// - Parameter port: Where the app finds the server.
    init(of server: ServerProcess, at port: UInt16) throws {
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        folder = try TestFolder()
        run = try Program.start("app", "\(port)", folder.url.path, "loaded play=done compare=\(server.port) sent")
        try run.waitForLine(startingWith: "loaded")
    }

    /// Ends the scrolling, and waits until the app has compared its list with the server's.
    ///
    /// - Returns: Its figures.
    func end() throws -> String {
        _ = try folder.write("", to: "done")
        return try Program.finish(run)
    }
}

/// An app that has kept a list, has written to it without a network, and was killed.
struct EditedApp<Program: ClientProgram> {
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
        try Program.finish(start("loaded", "all", "kept"))
        proxy.change { $0.target = 0 }
        try kill(start("offline", "edit", "wait")) { try $0.waitForLine(startingWith: "edit") }
    }

    private func start(_ tasks: String...) throws -> ProgramRun {
        try Program.start("app", "\(proxy.port)", folder.url.path, tasks.joined(separator: " "))
    }

    private func kill(_ app: ProgramRun, after wait: (ProgramRun) throws -> Void) throws {
        try wait(app)
        app.send(signal: SIGKILL)
        #expect(try app.status() == -SIGKILL)
    }

    /// Starts the app with a network that loses the answers of its writes, and kills it once the first is done.
    func sendWithoutAnswer(methods: Set<String>) throws {
        #expect(try client.get("/lists/a").object["version"] as? Int == 1)
        proxy.change { faults in
            faults.target = server.port
            faults.lost = methods
        }
        try kill(start("offline", "wait")) { _ in
            try eventually("the first write") { try client.get("/lists/a").object["version"] as? Int == 2 }
        }
        proxy.change { $0.lost = [] }
        proxy.cutAll()
    }

    /// Starts the app with a network, and waits until it has sent all that waits.
    ///
    /// - Returns: What was given up, and what waits still.
    func send() throws -> String {
        proxy.change { $0.target = server.port }
        return try Program.finish(start("offline", "sent", "compare=\(server.port)"))
    }

    /// A member of an item's value.
    func text(_ member: String, of item: String) throws -> String? {
        (try client.get("/lists/a/items/\(item)").object["value"] as? [String: Any])?[member] as? String
    }
}
