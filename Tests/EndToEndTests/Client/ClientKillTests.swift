import Foundation
import TestSupport
import Testing

/// One device, nobody else, an app that is killed at any moment, and a network that comes and goes.
@Suite("An app that is killed again and again", .serialized)
@MainActor
struct ClientKillTests {
    /// The app that is killed; it lies where the test's own program does.
    private static let app = ProgramRun.program.deletingLastPathComponent().appendingPathComponent("CrashChild")
    /// `CLIENT_EDITS` says how many.
    private static let edits = ProcessInfo.processInfo.environment["CLIENT_EDITS"].flatMap { Int($0) } ?? 300

    private let server: ServerProcess
    private let proxy: FaultyProxy
    private let folder: TestFolder

    init() throws {
        server = try ServerProcess()
        proxy = try FaultyProxy(to: server.port)
        folder = try TestFolder()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
    }

    private func start(_ what: String) throws -> ProgramRun {
        try ProgramRun(["client", "\(proxy.port)", folder.url.path, what], executable: Self.app)
    }

    private func journal() -> [Substring] {
        let text = try? String(contentsOf: folder.url.appendingPathComponent("journal"), encoding: .utf8)
        return text?.split(separator: "\n") ?? []
    }

    /// Another network, at random: there, gone, or one that loses answers.
    private func changeNetwork(_ random: inout SeededGenerator) {
        let kind = random.below(6)
        proxy.change { faults in
            faults.target = kind < 2 ? 0 : server.port
            faults.lost = kind == 2 ? ["PUT", "PATCH", "POST"] : []
            faults.latency = kind == 3 ? 20 : 0
        }
        if kind < 3 || random.below(3) == 0 { proxy.cutAll() }
    }

    @Test("loses no edit of its own, and refuses none", .timeLimit(.minutes(30)))
    func kills() throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var lives = 0
        while journal().count(where: { $0.hasPrefix("tried") }) < Self.edits {
            // Before the first snapshot there is nothing to see offline.
            if lives > 0 { changeNetwork(&random) }
            let app = try start("edit")
            lives += 1
            let lines = journal().count + 1 + random.below(lives == 1 ? 200 : 30)
            for _ in 0..<200 where journal().count < lines {
                usleep(10_000)
                if random.below(25) == 0 { changeNetwork(&random) }
            }
            usleep(UInt32(random.below(20_000)))
            app.send(signal: SIGKILL)
            #expect(try app.status() == -SIGKILL)
            #expect(app.output == "", "seed \(seed), life \(lives)")
            guard app.output == "" else { return }
        }
        proxy.change {
            $0.target = server.port
            ($0.lost, $0.latency) = ([], 0)
        }
        let app = try start("settle")
        try app.waitForLine(startingWith: "settled")
        app.send(signal: SIGKILL)
        _ = try app.status()
        #expect(app.output.split(separator: "\n").count == 1, "seed \(seed): \(app.output)")
        let items = try server.connect().get("/lists/a/items?limit=5").object["items"] as? [[String: Any]] ?? []
        let there = items.compactMap { ($0["value"] as? [String: Any])?["n"] as? Int }
        #expect(app.output == "settled \(there.map(String.init).joined(separator: " "))\n", "seed \(seed)")
        for (row, number) in there.enumerated() {
            let last = journal().last { $0.hasPrefix("made i0-\(row) ") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
            #expect(number >= last, "seed \(seed): i0-\(row) is \(number), not \(last)")
        }
        print("kills: \(lives) lives, \(journal().count { $0.hasPrefix("tried") }) edits, seed \(seed)")
    }
}
