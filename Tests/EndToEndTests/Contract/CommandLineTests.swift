import Foundation
import Testing

@Suite("Contract §8: command line")
struct CommandLineTests {
    @Test("serve prints one line when it is ready, listening on http://HOST:PORT; --port 0 takes a free port; logs go to standard error")
    func serve() throws {
        let folder = try TestFolder()
        let server = try ProgramRun(
            ["serve", "--host", "127.0.0.1", "--port", "0", "--database", folder.database], environment: ["SECTIONAL_LOG_ACCESS": "true"])
        let port = try server.port()
        #expect(port > 0)
        try #expect(HTTPConnection(port: port).get("/readyz").status == 200)
        server.send(signal: SIGTERM)
        try #expect(server.status() == 0)
        #expect(server.output == "listening on http://127.0.0.1:\(port)\n")
        #expect(server.errors.contains("/readyz"))
    }

    @Test("serve warns when it listens on more than loopback and everything is open")
    func warning() throws {
        for (host, warns) in [("0.0.0.0", true), ("127.0.0.1", false)] {
            let folder = try TestFolder()
            let server = try ProgramRun(["serve", "--host", host, "--port", "0", "--database", folder.database])
            _ = try server.port()
            server.send(signal: SIGTERM)
            try #expect(server.status() == 0)
            #expect(server.errors.contains("warning") == warns, "\(server.errors)")
        }
    }

    @Test("Logs are JSON lines with log.format: json")
    func jsonLog() throws {
        let folder = try TestFolder()
        let config = try folder.write("log:\n  format: json\n  access: true\n", to: "sectional.yaml")
        let server = try ProgramRun(["serve", "--config", config, "--port", "0", "--database", folder.database])
        try #expect(HTTPConnection(port: server.port()).get("/healthz").status == 200)
        server.send(signal: SIGINT)
        try #expect(server.status() == 0)
        for line in server.errors.split(separator: "\n") {
            try #expect(JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any], "\(line)")
        }
    }

    @Test("An acknowledged write survives a kill")
    func durable() throws {
        let folder = try TestFolder()
        let arguments = ["serve", "--port", "0", "--database", folder.database]
        let first = try ProgramRun(arguments)
        let connection = try HTTPConnection(port: try first.port())
        var count = 0
        try #expect(connection.send("PUT", "/lists/l", body: "[[0]]").status == 201)
        for value in 1...30
        where try connection.send("POST", "/lists/l/sections/0/items", body: "{\"item\":{\"value\":\(value)}}").status == 201 { count += 1 }
        first.send(signal: SIGKILL)
        try #expect(first.status() == -SIGKILL)
        let second = try ProgramRun(arguments)
        let list = try HTTPConnection(port: try second.port()).get("/lists/l")
        #expect(count == 30 && list.at(each: "version", "itemCount") == "31 31")
        second.send(signal: SIGTERM)
        try #expect(second.status() == 0)
    }

    @Test("import puts JSON, NDJSON, CSV, or - with --format, into a list; --section-by, --header, --id, --type")
    func importing() throws {
        let folder = try TestFolder()
        let table =
            "country,name,code,kind\nFR,Paris,CDG,AirportModel\nIT,\"Rome, \"\"Fiumicino\"\"\nLazio\",FCO,AirportModel\nFR,Nice,NCE,AirportModel\n"
        let csv = try folder.write(table, to: "a.csv")
        let json = try folder.write("[[1.0],[2]]", to: "a.json")
        let lines = try folder.write("{\"section\":{\"id\":\"S\"}}\n{\"item\":{\"id\":\"x\",\"value\":1e400}}\n", to: "a.ndjson")
        let rows = try folder.write("{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":2}\n{\"k\":\"a\",\"n\":3}\n", to: "rows.ndjson")
        let flags = ["--section-by", "country", "--header", "country", "--id", "code", "--type", "kind"]
        let runs: [([String], String)] = [
            (["csv", csv] + flags, ""), (["json", json], ""), (["lines", lines], ""),
            (["rows", rows, "--section-by", "/k", "--id", "/n"], ""),
            (["stdin", "-", "--format", "csv", "--section-by", "country"], table),
        ]
        for (arguments, input) in runs {
            let run = try ProgramRun(["import"] + arguments + ["--database", folder.database], input: input)
            try #expect(run.status() == 0, "\(arguments): \(run.errors)")
        }
        try #expect(ProgramRun(["import", "bare", "-", "--database", folder.database], input: table).status() == 2)
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        let sections = try connection.get("/lists/csv/sections?items=9")
        #expect(sections.at(each: "sections.0.header", "sections.0.itemCount", "sections.1.header") == "FR 2 IT")
        try #expect(connection.get("/lists/csv/items/@NCE").at(each: "indexPath", "type", "cell") == "[0,1] AirportModel AirportCell")
        try #expect(
            connection.get("/lists/csv/items/@FCO").text.contains(
                #""value":{"country":"IT","name":"Rome, \"Fiumicino\"\nLazio","code":"FCO""#))
        try #expect(connection.get("/lists/json/items/0-0").text.contains(#""value":1.0"#))
        try #expect(connection.get("/lists/lines/items/@x").text.contains(#""value":1e400"#))
        try #expect(connection.get("/lists/rows").at(each: "sectionCount", "itemCount") == "2 3")
        try #expect(connection.get("/lists/rows/items/@3").at("indexPath") == "[0,1]")
        try #expect(connection.get("/lists/stdin").at(each: "sectionCount", "itemCount") == "2 3")
    }

    @Test("export and backup work beside a server that runs; import and export also on one with --server URL")
    func beside() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try connection.send("PUT", "/lists/l", body: #"{"title":"T","sections":[{"id":"S","items":[{"id":"x","value":1.0}]}]}"#)
        let url = "http://127.0.0.1:\(server.port)"
        let whole = try connection.get("/lists/l/export").text
        for place in [["--database", folder.database], ["--server", url]] {
            let run = try ProgramRun(["export", "l"] + place)
            try #expect(run.status() == 0 && run.output == whole, "\(run.errors)")
        }
        let lines = try folder.write(whole, to: "l.ndjson")
        try #expect(ProgramRun(["import", "m", lines, "--server", url]).status() == 0)
        try #expect(connection.get("/lists/m/items/@x").text.contains(#""value":1.0"#))
        let copy = folder.path("copy.sqlite")
        try #expect(ProgramRun(["backup", copy, "--database", folder.database]).status() == 0)
        server.stop()
        let again = try TestServer(database: copy)
        try #expect(again.connect().get("/lists/l/export").text == whole)
    }

    @Test("token NAME makes one and prints the token once and the line for the configuration")
    func token() throws {
        let run = try ProgramRun(["token", "phone"])
        try #expect(run.status() == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].contains("phone") && lines[1].contains("hash") && !lines[1].contains(lines[0]))
    }

    @Test("migrate works on --database FILE")
    func migrate() throws {
        let folder = try TestFolder()
        try #expect(ProgramRun(["migrate", "--database", folder.database]).status() == 0)
        try #expect(ProgramRun(["migrate", "--database", folder.database]).status() == 0)
        #expect(FileManager.default.fileExists(atPath: folder.database))
    }

    @Test("A server holds a lock on its database: import, migrate and a second serve on the same file exit 1 and name --server")
    func lock() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let file = try folder.write("[]", to: "a.json")
        for arguments in [["import", "l", file], ["migrate"], ["serve", "--port", "0"]] {
            let run = try ProgramRun(arguments + ["--database", folder.database])
            try #expect(run.status() == 1 && run.errors.contains("--server"), "\(arguments): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty)
        }
        server.stop()
    }

    @Test("Exit status: 2 for a usage or settings error, 1 for anything else; one readable line on standard error")
    func status() throws {
        let folder = try TestFolder()
        for (arguments, status) in [
            (["serve", "--nothing"], 2), (["nothing"], 2), (["import"], 2), (["serve", "--port", "x"], 2),
            (["serve", "--config", folder.path("none.yaml")], 2),
            (["migrate", "--database", folder.path("none/a.sqlite")], 1),
            (["import", "l", folder.path("none.csv"), "--database", folder.database], 1),
        ] as [([String], Int32)] {
            let run = try ProgramRun(arguments)
            try #expect(run.status() == status, "\(arguments)")
            #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty, "\(run.errors)")
        }
    }
}
