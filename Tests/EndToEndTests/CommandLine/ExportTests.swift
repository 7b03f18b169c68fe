import Foundation
import Testing

@Suite("sectional export")
struct ExportTests {
    @Test("a version comes the same from the database and from its server, while it is written to")
    func besideServer() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let numbers = "[\(Array(repeating: "[\((1...500).map(String.init).joined(separator: ","))]", count: 20).joined(separator: ","))]"
        #expect(try server.connect().send("PUT", "/lists/numbers", body: numbers).status == 201)
        let writers = Writers()
        writers.start(on: server) { try $0.send("PUT", "/lists/numbers/items/3-7", body: "\"\($1)\"") }
        try writers.wait(past: 1)
        for _ in 0..<3 {
            let beside = try CommandLineTool.run("export", "numbers", "--at", "1", "--database", folder.database)
            let through = try CommandLineTool.run("export", "numbers", "--at", "1", "--server", "http://127.0.0.1:\(server.port)/")
            #expect(beside == through)
            #expect(beside.split(separator: "\n").count == 1 + 20 + 10_000)
            #expect(beside.hasPrefix("{\"list\":{\"id\":\"numbers\",\"version\":1,"))
        }
        writers.stop()
        #expect(writers.failures.isEmpty)
        let newest = try CommandLineTool.run("export", "numbers", "--database", folder.database)
        #expect(newest.hasPrefix("{\"list\":{\"id\":\"numbers\",\"version\":\(writers.version),"))
        #expect(try newest == CommandLineTool.run("export", "numbers", "--server", "http://127.0.0.1:\(server.port)"))
    }

    @Test("a file appears whole or not at all, and one that was there stays until then")
    func output() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[1,2]", to: "rows.json")
        try CommandLineTool.run("import", "rows", rows, "--database", folder.database)
        let output = try folder.write("old", to: "out.ndjson")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: output)
        try CommandLineTool.fail(
            ["export", "missing", "--database", folder.database, "--output", output], saying: "There is no list 'missing'.")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
        #expect(try CommandLineTool.run("export", "rows", "--database", folder.database, "--output", output) == "")
        let text = try CommandLineTool.run("export", "rows", "--database", folder.database, "--output", "-")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == text)
        #expect(text.contains("\"value\":2}}\n"))
        #expect(try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test("what can't be written ends with 1: a full disk is reported, a reader that has gone is not")
    func unwritten() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[\((1...50_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        try CommandLineTool.run("import", "rows", rows, "--database", folder.database)
        let export = ["export", "rows", "--database", folder.database]
        try CommandLineTool.fail(export + ["--output", "/dev/full"], saying: "can't write /dev/full: No space left on device")
        try CommandLineTool.fail(export + ["--output", folder.url.path], saying: "Is a directory")
        try CommandLineTool.fail(export + ["--output", folder.path("no/out")], saying: "No such file or directory")
        let script = "\"$0\" export rows --database \"$1\" | head -n 1; echo ${PIPESTATUS[0]}"
        let run = try ProgramRun(
            ["-c", script, ProgramRun.program.path, folder.database], executable: URL(fileURLWithPath: "/bin/bash"))
        #expect(try run.status() == 0)
        #expect(run.output.hasSuffix("}\n1\n"))
        #expect(run.errors.isEmpty)
    }

    @Test("what can't be asked for ends with 2, what isn't there with 1")
    func refusals() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[1]", to: "rows.json")
        try CommandLineTool.run("import", "rows", rows, "--database", folder.database)
        for (arguments, words) in [
            (["export", "a b"], "“a b” is no list id"), (["export"], "list"),
            (["export", "rows", "--at", "0"], "--at must be a version"), (["export", "rows", "--at", "x"], "--at must be a version"),
            (["export", "rows", "--server", "localhost:8080"], "--server must be a URL"),
            (["export", "rows", "--server", "http://a:b@localhost"], "--server must be a URL"),
            (["export", "rows", "--server", "http://localhost", "--token", "a b"], "--token must be"),
            (["export", "rows", "--server", "http://localhost", "--database", "x"], "exclude each other"),
            (["export", "rows", "--token", "x"], "--token is for --server"),
        ] {
            try CommandLineTool.fail(arguments, status: 2, saying: words)
        }
        try CommandLineTool.fail(["export", "rows", "--at", "9", "--database", folder.database], saying: "no version 9")
        try CommandLineTool.fail(["export", "rows", "--database", folder.path("missing.sqlite")], saying: "missing.sqlite")
        try CommandLineTool.fail(["export", "rows", "--database", rows], saying: "not a database")
        try CommandLineTool.fail(["export", "rows", "--database", folder.url.path], saying: "it is a folder")
        let port = try HTTPConnection.freePort()
        try CommandLineTool.fail(["export", "rows", "--server", "http://127.0.0.1:\(port)"], saying: "Failed to connect")
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing.sqlite")))
    }

    @Test(
        "an answer that is cut, or is no export, ends with 1 and leaves no file",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\(Self.list)", "the answer was cut"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{\"list\":{\"id\":\"", "the answer was cut"),
            ("HTTP/1.1 200 OK\r\n\r\n\(Self.list)", "the answer was cut: 1 of 3 lines came"),
            ("HTTP/1.0 200 OK\r\n\r\n\(Self.list){\"section\":{}}\n{\"item\":{}}", "the answer was cut: 2 of 3 lines came"),
            ("HTTP/1.1 200 OK\r\n\r\n<html>\n", "the answer is no export"), ("HTTP/1.1 200 OK\r\n\r\n", "the answer was cut"),
            ("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad", "the server answered 502"),
            ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", "the server answered 302"),
            ("", "Empty reply from server"),
        ])
    func cut(answer: String, words: String) throws {
        let folder = try TestFolder()
        let server = try ScriptedServer(answer)
        let arguments = ["export", "rows", "--server", server.url, "--output", folder.path("out.ndjson")]
        try CommandLineTool.fail(arguments, saying: words)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("a command that is ended leaves no file", arguments: [SIGTERM, SIGINT, SIGHUP])
    func ended(signal: Int32) throws {
        let folder = try TestFolder()
        // It takes connections, and never answers.
        let (socket, port) = try HTTPConnection.listen()
        defer { close(socket) }
        let run = try ProgramRun(["export", "rows", "--server", "http://127.0.0.1:\(port)", "--output", folder.path("out.ndjson")])
        let taken = accept(socket, nil, nil)
        defer { close(taken) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
        run.send(signal: signal)
        #expect(try run.status() == -signal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("a token goes along from the flag, else from the environment")
    func token() throws {
        let problem = "{\"type\":\"/problems/unauthorized\",\"title\":\"t\",\"status\":401,\"detail\":\"The token is not known.\"}"
        let server = try ScriptedServer("HTTP/1.1 401 Unauthorized\r\nContent-Length: \(problem.utf8.count)\r\n\r\n\(problem)")
        let arguments = ["export", "rows", "--server", server.url]
        try CommandLineTool.fail(arguments + ["--token", "flag"], saying: "The token is not known.")
        try CommandLineTool.fail(arguments, saying: "The token is not known.", environment: ["SECTIONAL_TOKEN": "variable"])
        try CommandLineTool.fail(arguments, saying: "The token is not known.")
        #expect(server.heads.map { $0.contains("Authorization: Bearer flag\r\n") } == [true, false, false])
        #expect(server.heads.map { $0.contains("Authorization: Bearer variable\r\n") } == [false, true, false])
        #expect(server.heads.map { $0.contains("Authorization") } == [true, true, false])
    }

    private static let list = "{\"list\":{\"id\":\"rows\",\"sectionCount\":1,\"itemCount\":1}}\n"
}
