import CellTypes
import Foundation
import Testing

import Settings
import ListAPI
import Lists
@testable import sectional

@Suite("Contract §8: settings")
struct SettingsTests {
    /// What a server says that was started with a file, an environment and flags, and stopped.
    private static func serve(
        _ arguments: [String] = [], _ environment: [String: String] = [:], file: String = "", _ look: (HTTPConnection) throws -> Void
    ) throws -> ProgramRun {
        let folder = try TestFolder()
        let config = try folder.write(file, to: "sectional.yaml")
        let run = try ProgramRun(
            ["serve", "--port", "0", "--config", config, "--database", folder.database] + arguments, environment: environment)
        try look(try HTTPConnection(port: try run.port()))
        run.send(signal: SIGTERM)
        try #expect(run.status() == 0)
        return run
    }

    @Test("Flags, then environment, then the YAML file, then defaults")
    func precedence() throws {
        let folder = try TestFolder()
        let (flag, file) = (folder.path("flag.sqlite"), folder.path("file.sqlite"))
        let config = try folder.write("database: \(file)\nlimits:\n  page: 7\n  defaultPage: 3\n", to: "a.yaml")
        let run = try ProgramRun(
            ["serve", "--port", "0", "--config", config, "--database", flag],
            environment: ["SECTIONAL_LIMITS_PAGE": "5", "SECTIONAL_PORT": "1"])
        let connection = try HTTPConnection(port: try run.port())
        try #expect(connection.send("PUT", "/lists/l", body: "[1,2,3,4,5,6]").status == 201)
        try #expect(connection.get("/lists/l/items").ids.split(separator: " ").count == 3)
        try #expect(connection.get("/lists/l/items?limit=6").outcome == "400 bad-parameter limit")
        try #expect(connection.get("/lists/l/items?limit=5").status == 200)
        #expect(FileManager.default.fileExists(atPath: flag) && !FileManager.default.fileExists(atPath: file))
        run.send(signal: SIGTERM)
        try #expect(run.status() == 0)
    }

    @Test("A dot and a hump are underscores; lists are comma-separated, maps are JSON")
    func environment() throws {
        let environment = [
            "SECTIONAL_REQUIRE_PRECONDITIONS": "true", "SECTIONAL_HISTORY_VERSIONS": "16", "SECTIONAL_HISTORY_SECONDS": "0",
            "SECTIONAL_DEFAULT_LIST": "l", "SECTIONAL_CELL_SUFFIXES": #"{"Row":"Line"}"#, "SECTIONAL_LIMITS_DEFAULT_PAGE": "2",
        ]
        _ = try Self.serve([], environment) { connection in
            try connection.send(
                "PUT", "/lists/l", body: #"{"sections":[{"items":[{"type":"DemoRow","value":1},{"value":2},{"value":3}]}]}"#)
            try #expect(connection.get("/items/0-0").at("cell") == "DemoLine")
            try #expect(connection.send("PUT", "/items/0-0", body: "3").status == 428)
            try #expect(connection.get("/lists/l/items").at("items.2.value") == "-")
            for value in 1...30 { try connection.send("PUT", "/items/0-0", ["If-Match": "*"], body: "\(value + 10)") }
            try #expect(connection.get("/lists/l?at=1").status == 410)
        }
    }

    @Test("cellSuffixes: a configured map takes the place of the two built in")
    func suffixes() throws {
        let client = try ContractClient { $0.api.naming = CellNaming(suffixes: ["Row": "Line"]) }
        try client.put("/lists/l", #"{"sections":[{"items":[{"type":"DemoRow","value":1},{"type":"DemoModel","value":1}]}]}"#)
        try #expect(client.get("/lists/l/items").at(each: "items.0.cell", "items.1.cell") == "DemoLine DemoModel")
    }

    @Test(
        "An unknown key in the file, or a value of the wrong kind, is an error that names it",
        arguments: [
            ("hist:\n  versions: 1\n", "hist"), ("history:\n  version: 1\n", "history.version"), ("port: many\n", "port"),
            ("history: 7\n", "history"), ("limits:\n  body: -1\n", "limits.body"),
            ("requirePreconditions: maybe\n", "requirePreconditions"),
            ("cellSuffixes: [a]\n", "cellSuffixes"), ("log:\n  format: xml\n", "log.format"),
        ])
    func wrong(file: String, name: String) throws {
        let folder = try TestFolder()
        let run = try ProgramRun(["serve", "--config", folder.write(file, to: "a.yaml"), "--port", "0"])
        try #expect(run.status() == 2)
        #expect(run.errors.contains(name) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test("An unknown SECTIONAL_… variable is a warning")
    func unknownVariable() throws {
        let run = try Self.serve([], ["SECTIONAL_HISTORY_VERSION": "1"]) { connection in
            let reply = try connection.get("/healthz")
            #expect(reply.status == 200)
        }
        #expect(run.errors.contains("SECTIONAL_HISTORY_VERSION"))
    }

    @Test("config/sectional.yaml lists every key of the contract, and a server takes it as it is")
    func file() throws {
        let path = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../config/sectional.yaml").standardized
        let text = try String(contentsOf: path, encoding: .utf8)
        var group = ""
        var keys: Set<String> = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let colon = line.firstIndex(of: ":"), !line.drop(while: { $0 == " " }).hasPrefix("#") else { continue }
            let name = line[..<colon].drop { $0 == " " }
            if line.hasPrefix(" ") { keys.insert("\(group).\(name)") } else { group = String(name) }
            keys.insert(line.hasPrefix(" ") ? "\(group).\(name)" : group)
        }
        let named = """
            host port database defaultList requirePreconditions strictTypes cellSuffixes log.level log.format history.versions history.seconds
            history.bytes limits.body limits.value limits.uri limits.headers limits.sections limits.items limits.page limits.defaultPage
            idempotency.seconds interactions.seconds deliveries.seconds webhooks.allow webhooks.retries webhooks.timeout events.heartbeat
            cors.origins auth.tokens shutdown.seconds
            """
        for key in named.split(whereSeparator: \.isWhitespace) { #expect(keys.contains(String(key)), "\(key)") }
        _ = try Self.serve(file: text) { connection in
            let reply = try connection.get("/healthz")
            #expect(reply.status == 200)
        }
    }
}
