import Foundation
import TestSupport
import Testing

@Suite("Slow clients")
struct SlowClientTests {
    /// slowhttptest's modes, each for five seconds with three hundred connections that send or read a little every second.
    private static let modes: [(name: String, arguments: [String])] = [
        ("slow headers", ["-H", "-t", "GET"]),
        ("slow bodies", ["-B", "-t", "PUT", "-s", "100000", "-f", "application/json"]),
        ("slow reads", ["-X", "-k", "3", "-w", "1", "-y", "64", "-z", "8", "-n", "1"]),
    ]

    @Test("leave the server answering others, and leave nothing behind", arguments: modes.map(\.name))
    func slow(name: String) throws {
        guard let mode = Self.modes.first(where: { $0.name == name }) else { throw TestFailure("no mode \(name)") }
        let server = try ServerProcess.released()
        try server.putSamples()
        let path = name == "slow bodies" ? "/lists/slow" : "/lists/cities/items?limit=500"
        let address = "http://127.0.0.1:\(server.port)\(path)"
        let common = ["-c", "300", "-r", "300", "-i", "1", "-l", "5", "-x", "8", "-p", "3", "-u", address]
        let attack = try ToolRun("slowhttptest", mode.arguments + common)
        let control = try server.connect()
        var most = 0
        var answers = 0
        while attack.isRunning {
            #expect(try control.get("/lists/cities/items?limit=2").status == 200)
            #expect(try server.connect().send("PATCH", "/lists/hello/items/0-0", body: "{\"n\":\(answers)}").status == 200)
            most = max(most, try server.metric("sectional_connections") ?? 0)
            answers += 1
            usleep(20_000)
        }
        _ = try attack.status()
        #expect(most > 100, "the server never had more than \(most) connections\n\(attack.output)")
        #expect(answers > 10)
        // Slow reads are answered in full at once, and their connections end with the attacker.
        try eventually("the end of the attacker's connections") { try server.metric("sectional_connections") ?? .max <= 3 }
        #expect(try server.stop() == 0)
    }
}
