import Foundation
import Testing

@Suite("sectional lists")
struct ListsCommandTests {
    @Test("shows each list with its version and counts, on a database and on a server")
    func lines() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try connection.send("PUT", "/lists/cities", body: "[[1,2],[3]]")
        try connection.send("PUT", "/lists/cities", body: "[[1,2],[4]]")
        try connection.send("PUT", "/lists/airports", body: #"{"title":"A\n\u202e","sections":[{"items":[{"value":1}]}]}"#)
        let expected = "airports  version 1  1 section  1 item  “A\\u000a\\u202e”\ncities  version 2  2 sections  3 items\n"
        #expect(try CommandLineTool.run("lists", "--server", "http://127.0.0.1:\(server.port)") == expected)
        #expect(try CommandLineTool.run("lists", "--database", folder.database) == expected)
        #expect(
            try CommandLineTool.run("lists", "--prefix", "ci", "--database", folder.database) == "cities  version 2  2 sections  3 items\n")
        #expect(try CommandLineTool.run("lists", "--prefix", "x", "--server", "http://127.0.0.1:\(server.port)") == "")
    }

    @Test("shows all lists, however many pages that takes, as one JSON document too")
    func pages() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        for number in 1...120 { try connection.send("PUT", "/lists/l\(number)", body: "[[\(number)]]") }
        for target in [["--server", "http://127.0.0.1:\(server.port)"], ["--database", folder.database]] {
            let run = try ProgramRun(["lists", "--json"] + target)
            #expect(try run.status() == 0)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let ids = (object["lists"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
            #expect(ids == (1...120).map { "l\($0)" }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
            #expect(try ProgramRun(["lists"] + target).finishedOutput().split(separator: "\n").count == 120)
        }
        let empty = try TestFolder()
        try CommandLineTool.run("migrate", "--database", empty.database)
        #expect(try CommandLineTool.run("lists", "--json", "--database", empty.database) == "{\"lists\":[],\"next\":null}\n")
    }

    @Test("says what is wrong")
    func failures() throws {
        let folder = try TestFolder()
        try CommandLineTool.fail(["lists", "--database", folder.path("missing.sqlite")], saying: "missing.sqlite")
        try CommandLineTool.fail(["lists", "--server", "http://127.0.0.1:1"], saying: "127.0.0.1")
        let other = try ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
        try CommandLineTool.fail(["lists", "--server", other.url], saying: "no page of lists")
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing.sqlite")))
    }
}

extension ProgramRun {
    /// What it has written when it has ended with 0.
    func finishedOutput() throws -> String {
        guard try status() == 0 else { throw TestFailure("it ended otherwise: \(errors)") }
        return output
    }
}
