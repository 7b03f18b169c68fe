import Foundation
import Testing

@Suite("sectional import")
struct ImportTests {
    @Test("an export that is imported is exported again byte for byte, over databases and over servers")
    func roundTrip() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.path("served.sqlite"))
        let url = "http://127.0.0.1:\(server.port)"
        let varied = try folder.write(Varied.ndjson, to: "varied.ndjson")
        let said = try CommandLineTool.run("import", "varied", varied, "--database", folder.database)
        #expect(said == "imported 3 sections, 4 items into “varied”, version 1\n")
        let first = try CommandLineTool.run("export", "varied", "--database", folder.database)
        #expect(
            Self.all(#/"value":(.*)\}\}$/#, in: first.split(separator: "\n").map(String.init)).map { Array($0.utf8) }
                == Varied.values.map { Array($0.utf8) })
        for words in [
            "\"id\":\"by identity\",\"indexPath\":[2,0]", "\"id\":\"7.0\"", "\"id\":\"s/1\"", "\"type\":\"HubModel\",\"cell\":\"HubCell\"",
        ] {
            #expect(first.contains(words))
        }
        // Through a server, and back into a database over standard input.
        let copied = try CommandLineTool.run("import", "varied", "-", "--format", "ndjson", "--server", url, input: first)
        #expect(copied == "imported 3 sections, 4 items into “varied”, version 1\n")
        let second = try CommandLineTool.run("export", "varied", "--server", url)
        try CommandLineTool.run("import", "varied", "-", "--format", "ndjson", "--database", folder.path("third.sqlite"), input: second)
        let third = try CommandLineTool.run("export", "varied", "--database", folder.path("third.sqlite"))
        #expect(Varied.content(of: first) == Varied.content(of: second))
        #expect(Varied.content(of: first) == Varied.content(of: third))
        #expect(Varied.content(of: first).first?.hasPrefix("\"title\":\"Größe") == true)
        #expect(
            try CommandLineTool.run("import", "varied", varied, "--database", folder.database).hasSuffix(
                "version 1, which had them already\n"))
    }

    @Test(
        "a table becomes the same list in a database and through a server",
        arguments: [
            ("rows.csv", "id,kind,name\r\n1,A,\"x, \"\"y\"\"\r\nz\"\r\n2,B,\r\n3,A,é\r\n"),
            (
                "rows.ndjson",
                "{\"id\":1,\"kind\":\"A\",\"name\":\"x\"}\n\n{\"id\":\"2\",\"kind\":\"B\"}\n{\"id\":3,\"kind\":\"A\",\"name\":1.0}"
            ),
            ("rows.json", "[{\"id\":1,\"kind\":\"A\"},\n {\"id\":2,\"kind\":\"B\"}, {\"id\":3,\"kind\":\"A\"}]"),
        ])
    func tables(name: String, text: String) throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.path("served.sqlite"))
        let file = try folder.write(text, to: name)
        let slash = name == "rows.csv" ? "" : "/"
        for (flags, ids, sections) in [
            (["--section-by", "kind"], nil, ["\"A\"", "\"B\""]), (["--section-by", "kind", "--header", "name"], nil, nil),
            (["--id", "id"], ["1", "2", "3"], ["null"]), (["--type", "kind", "--id", "id"], ["1", "2", "3"], ["null"]),
            (["--section-by", "kind", "--id", "id"], ["1", "3", "2"], ["\"A\"", "\"B\""]), (["--header", "id"], nil, nil),
        ] as [([String], [String]?, [String]?)] {
            let flags = flags.map { $0.hasPrefix("--") ? $0 : slash + $0 }
            let lists = try [["--database", folder.database], ["--server", "http://127.0.0.1:\(server.port)"]].map { target in
                let said = try ProgramRun(["import", "rows", file] + flags + target)
                #expect(try said.status() == 0, "\(flags) \(said.errors)")
                #expect(said.output.contains("3 items into “rows”"))
                let run = try ProgramRun(["export", "rows"] + target)
                #expect(try run.status() == 0)
                return run.output.split(separator: "\n").dropFirst().map(String.init)
            }
            #expect(lists.map { Self.all(#/"header":(.*?),"footer"/#, in: $0) }.allSatisfy { sections == nil || $0 == sections })
            #expect(Self.all(#/"value":(.*)\}\}$/#, in: lists[0]) == Self.all(#/"value":(.*)\}\}$/#, in: lists[1]))
            #expect(Self.all(#/"type":(.*?),"cell"/#, in: lists[0]) == Self.all(#/"type":(.*?),"cell"/#, in: lists[1]))
            #expect(Self.all(#/"header":(.*?),"footer"/#, in: lists[0]) == Self.all(#/"header":(.*?),"footer"/#, in: lists[1]))
            if let ids { #expect(lists.map { Self.all(#/\{"item":\{"id":"(.*?)"/#, in: $0) } == [ids, ids]) }
        }
    }

    @Test("what is wrong in a file is one line with the file's line, and the list stays as it is", arguments: ["database", "server"])
    func errors(target: String) throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.path("served.sqlite"))
        let target = target == "server" ? ["--server", "http://127.0.0.1:\(server.port)"] : ["--database", folder.database]
        let first = try ProgramRun(["import", "rows", try folder.write("[1]", to: "first.json")] + target)
        #expect(try first.status() == 0)
        for (name, text, flags, words) in [
            ("a.ndjson", "{\"list\":{}}\n\n{\"item\":{\"value\":[1,]}}\n", [], ":3: column 21: a trailing comma"),
            ("b.ndjson", "{\"list\":{}}\n{\"item\":{\"value\":1}}\n{\"row\":1}\n", [], ":3: "),
            (
                "c.ndjson", "{\"item\":{\"id\":\"a\",\"value\":1}}\n{\"item\":{\"id\":\"a\",\"value\":1}}\n", [],
                ":2: The item id “a” stands twice."
            ),
            ("d.ndjson", "{\"a\":1}\n\n{\"a\":\n", ["--id", "/a"], ":3: "),
            ("e.ndjson", "{\"a\":1}\n\n{\"b\":2}\n{\"a\":1}\n", ["--id", "/b"], ":1: no id in “/b”"),
            ("f.csv", "a,b\n1,\"x\ny\"\n2,x\n1,y\n", ["--id", "a"], ":5: The item id “1” stands twice."),
            ("g.csv", "a,b\n1,\"x\ny\"\n2,x\n1,y\n", ["--id", "a", "--section-by", "b"], ":5: The item id “1” stands twice."),
            ("h.csv", "a,b\n1\n", [], ":2: 1 fields, and there are 2 columns"),
            ("i.json", "[1,\n  2,,]", [], ":2: "), ("j.json", "{}", ["--id", "/a"], ":1: rows are a JSON array"),
            ("k.ndjson", "{\"list\":{}}\n", ["--id", "/a"], ": this is NDJSON in the shape of an export"),
        ] {
            let file = try folder.write(text, to: name)
            try CommandLineTool.fail(["import", "rows", file] + flags + target, saying: "\(file)\(words)")
        }
        try CommandLineTool.fail(
            ["import", "rows", "-", "--format", "ndjson"] + target, saying: "standard input:2: ", input: "{\"item\":{\"value\":1}}\n{")
        try CommandLineTool.fail(["import", "rows", folder.url.path, "--format", "csv"] + target, saying: "Is a directory")
        try CommandLineTool.fail(["import", "rows", folder.path("none.csv")] + target, saying: "none.csv does not exist")
        try CommandLineTool.fail(["import", "rows", "-"] + target, status: 2, saying: "--format json, ndjson or csv is needed")
        let export = try ProgramRun(["export", "rows"] + target)
        #expect(try export.status() == 0)
        #expect(export.output.hasPrefix("{\"list\":{\"id\":\"rows\",\"version\":1,"))
    }

    @Test("an import that is only for a missing list leaves one that is there, on a server too")
    func ifMissing() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let arguments = ["import", "rows", "-", "--format", "json", "--if-missing", "--server", "http://127.0.0.1:\(server.port)"]
        for (input, words) in [("[1]", "imported 1 section, 1 item into “rows”, version 1\n"), ("[2]", "“rows” is there already\n")] {
            let run = try ProgramRun(arguments, input: input)
            #expect(try run.status() == 0)
            #expect(run.output == words)
        }
    }

    @Test(
        "what a server refuses is one line with its words, also before it has read everything",
        arguments: [
            (
                "413 Content Too Large", "{\"type\":\"/problems/too-large\",\"title\":\"t\",\"detail\":\"That is a lot.\"}",
                ": That is a lot."
            ),
            ("503 Service Unavailable", "busy", ": the server answered 503"), ("200 OK", "{}", ": the answer is no list"),
        ])
    func refusals(status: String, body: String, words: String) throws {
        let folder = try TestFolder()
        let server = try ScriptedServer("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        let file = try folder.write((1...300_000).map { "{\"number\":\($0)}\n" }.joined(), to: "rows.ndjson")
        try CommandLineTool.fail(["import", "rows", file, "--server", server.url], saying: server.url + words)
        #expect(server.heads.first?.hasPrefix("PUT /lists/rows HTTP/1.1\r\n") == true)
        #expect(server.heads.first?.contains("Content-Type: application/x-ndjson\r\n") == true)
        #expect(server.heads.count == 1)
    }

    @Test("memory does not grow with what goes through a server")
    func memory() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let rows = (1...100_000).map { "{\"n\":\($0),\"text\":\"\(String(repeating: "x", count: 300))\"}\n" }.joined()
        let file = try folder.write(rows, to: "rows.ndjson")
        let script = "ulimit -d 65536; \"$0\" import rows \"$1\" --server \"$2\" && \"$0\" export rows --server \"$2\" | wc -l"
        let arguments = ["-c", script, ProgramRun.program.path, file, "http://127.0.0.1:\(server.port)"]
        let run = try ProgramRun(arguments, executable: URL(fileURLWithPath: "/bin/bash"))
        #expect(try run.status() == 0, "\(run.errors)")
        #expect(run.output == "imported 1 section, 100,000 items into “rows”, version 1\n100002\n")
    }

    /// What a pattern finds in lines that have it.
    private static func all(_ pattern: Regex<(Substring, Substring)>, in lines: [String]) -> [String] {
        lines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }
}
