import Foundation
import Testing

@Suite("Registered cell types and the program")
struct CellTypeProcessTests {
    private static let schema = #"{"schema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}"#

    @Test("a server that is killed has every type whose registration it acknowledged, and none that it took back", .timeLimit(.minutes(3)))
    func killed() throws {
        let folder = try TestFolder()
        var (registered, removed): (Set<String>, Set<String>) = ([], [])
        var (round, number) = (0, 0)
        // More rounds where the machine is so slow that little is registered in them.
        while round < 6 || registered.count < 20 {
            defer { round += 1 }
            let server = try ServerProcess(database: folder.database)
            let connection = try server.connect()
            let end = ContinuousClock.now + .milliseconds(60 + round * 20)
            while ContinuousClock.now < end {
                number += 1
                let status = try connection.send("PUT", "/cell-types/T\(number)", body: Self.schema).status
                #expect(status == 201)
                registered.insert("T\(number)")
                if number % 3 == 0 {
                    #expect(try connection.send("DELETE", "/cell-types/T\(number - 1)").status == 204)
                    registered.remove("T\(number - 1)")
                    removed.insert("T\(number - 1)")
                }
            }
            try server.kill()
        }
        let server = try ServerProcess(database: folder.database)
        let connection = try server.connect()
        let types = try #require(try connection.get("/cell-types").object["cellTypes"] as? [[String: Any]])
        #expect(Set(types.compactMap { $0["type"] as? String }) == registered)
        #expect(!removed.isEmpty)
        // The schemas hold again.
        let name = try #require(registered.first)
        let item = "{\"sections\":[{\"items\":[{\"type\":\"\(name)\",\"value\":{}}]}]}"
        #expect(try connection.send("PUT", "/lists/l", body: item).status == 422)
        #expect(try server.stop() == 0)
    }

    @Test("an import is held to the types of its database, and a refusal names the file's line", arguments: ["database", "server"])
    func imports(target: String) throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database)
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/cell-types/T", body: Self.schema).status == 201)
        #expect(try connection.send("PUT", "/lists/rows", body: "[1]").status == 201)
        if target == "database" { #expect(try server.stop() == 0) }
        // A server's refusal is its detail alone.
        let place = target == "database" ? "at /sections/0/items/0/value: " : ": "
        let target = target == "database" ? ["--database", folder.database] : ["--server", "http://127.0.0.1:\(server.port)"]
        for (name, text, flags, words) in [
            ("a.ndjson", "{\"list\":{}}\n\n{\"item\":{\"type\":\"T\",\"value\":{\"n\":\"x\"}}}\n", [], ":3: "),
            ("b.ndjson", "{\"kind\":\"T\",\"n\":1}\n{\"kind\":\"T\"}\n", ["--type", "/kind"], ":2: "),
            ("c.csv", "kind,n\nU,x\nT,1\n", ["--type", "kind"], ":3: "),
            ("d.json", "{\"sections\":[{\"items\":[{\"type\":\"T\",\"value\":1}]}]}", [], place),
        ] {
            let file = try folder.write(text, to: name)
            let run = try ProgramRun(["import", "rows", file] + flags + target)
            #expect(try run.status() == 1, "\(name) \(run.output)")
            #expect(run.errors.contains(words) && run.errors.contains("schema of its type"), "\(name) \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(name) \(run.errors)")
        }
        let export = try ProgramRun(["export", "rows"] + target)
        #expect(try export.status() == 0 && export.output.hasPrefix("{\"list\":{\"id\":\"rows\",\"version\":1,"))
    }

    @Test("an import wants types that are registered where the settings do")
    func strict() throws {
        let folder = try TestFolder()
        let file = try folder.write("{\"item\":{\"type\":\"T\",\"value\":1}}\n", to: "rows.ndjson")
        let arguments = ["import", "rows", file, "--database", folder.database]
        let environment = ["SECTIONAL_STRICT_TYPES": "true"]
        try CommandLineTool.fail(arguments, saying: "\(file):1: at /item/type: A type is not registered.", environment: environment)
        #expect(try ProgramRun(arguments).status() == 0)
    }

    @Test("types are in a backup and not in an export, and a check looks at them")
    func copies() throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database)
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/cell-types/T", body: Self.schema).status == 201)
        #expect(try connection.send("PUT", "/lists/l", body: "[1]").status == 201)
        let backup = folder.path("backup.sqlite")
        try CommandLineTool.run("backup", backup, "--database", folder.database)
        #expect(try !CommandLineTool.run("export", "l", "--database", folder.database).contains("required"))
        #expect(try server.stop() == 0)
        #expect(try CommandLineTool.run("check", "--database", folder.database).contains("is whole"))
        let other = folder.path("other.sqlite")
        try CommandLineTool.run("restore", backup, "--database", other)
        let restored = try ServerProcess(database: other)
        #expect(try restored.connect().get("/cell-types/T").status == 200)
        #expect(try restored.stop() == 0)
    }
}
