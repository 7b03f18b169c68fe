import Foundation
import Testing

@Suite("sectional types")
struct TypesCommandTests {
    private static let answer = #"""
        {"cellTypes":[{"type":"DemoItem","schema":{"properties":{"title":{"type":"string"}}},"reuseIdentifier":"DemoCell","estimatedHeight":44,
        "fallback":"Note","description":"A demo,\nin two lines."},{"type":"Note","schema":null,"description":""}]}
        """#

    private func server(_ body: String = answer) throws -> ScriptedServer {
        try ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    }

    @Test("list shows each type with what is known of it")
    func list() throws {
        let server = try server()
        #expect(
            try CommandLineTool.run("types", "list", "--server", server.url)
                == "DemoItem  schema  cell DemoCell  fallback Note  “A demo,\\u000ain two lines.”\nNote  no schema\n")
    }

    @Test(
        "generate writes a file of the language that is asked for, to standard output or a file",
        arguments: [
            ("swift", "public enum CellValue: Codable", "case demoItem(DemoItem)", "case unsupported("),
            ("kotlin", "sealed interface CellValue", "data class DemoItem(", "data class Unsupported("),
            ("typescript", "export type CellItem =", "| Item<\"DemoItem\", DemoItem>", "| UnsupportedItem;"),
        ])
    func generate(language: String, first: String, second: String, third: String) throws {
        let folder = try TestFolder()
        let server = try server()
        let text = try CommandLineTool.run("types", "generate", "--language", language, "--server", server.url, "--token", "abc")
        for part in [first, second, third] { #expect(text.contains(part), "\(part)") }
        #expect(text.hasPrefix("// Made by `sectional types generate --language \(language)`. The next run replaces it.\n"))
        #expect(server.heads.allSatisfy { $0.hasPrefix("GET /cell-types HTTP/1.1\r\n") && $0.contains("Authorization: Bearer abc\r\n") })
        let path = folder.path("types")
        #expect(
            try CommandLineTool.run("types", "generate", "--language", language, "--server", server.url, "--output", path).isEmpty)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("a Kotlin file is in the package that is named")
    func package() throws {
        let server = try server()
        let target = ["--server", server.url]
        let arguments = ["types", "generate", "--language", "kotlin"] + target
        #expect(try ProgramRun(arguments).finishedOutput().contains("\npackage cells\n"))
        #expect(try ProgramRun(arguments + ["--package", "com.example"]).finishedOutput().contains("\npackage com.example\n"))
        try CommandLineTool.fail(arguments + ["--package", "a b"], status: 2, saying: "--package must be a name")
        try CommandLineTool.fail(
            ["types", "generate", "--language", "swift", "--package", "a"] + target, status: 2, saying: "--package is for --language kotlin"
        )
    }

    @Test("reads a database, which a server may have open")
    func database() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        #expect(try CommandLineTool.run("types", "list", "--database", folder.database) == "")
        let text = try CommandLineTool.run("types", "generate", "--language", "swift", "--database", folder.database)
        #expect(text.contains(", from version 0 of the registry."))
        server.stop()
    }

    @Test("says what is wrong")
    func failures() throws {
        let folder = try TestFolder()
        let generate = ["types", "generate", "--language"]
        try CommandLineTool.fail(generate + ["swfit"], status: 2, saying: "--language must be one of swift, kotlin, typescript")
        try CommandLineTool.fail(["types", "generate"], status: 2, saying: "--language")
        try CommandLineTool.fail(["types"], status: 2, saying: "a command is needed")
        try CommandLineTool.fail(generate + ["swift", "--database", folder.path("missing.sqlite")], saying: "missing.sqlite")
        for body in ["[]", "{}", #"{"cellTypes":[{}]}"#, #"{"cellTypes":[1]}"#, "no"] {
            let server = try server(body)
            try CommandLineTool.fail(generate + ["swift", "--server", server.url], saying: "no list of cell types")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing.sqlite")))
    }
}
