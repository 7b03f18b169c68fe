import Foundation
import Testing

/// Commands on a pseudo-terminal, which `script` of Debian's base system makes.
@Suite("Progress bars on a terminal")
struct TerminalTests {
    @Test("import, export --output and backup show how far they are, how fast they go and how long it takes")
    func bars() throws {
        let folder = try TestFolder()
        let rows = (0..<240_000).map { "id\($0),\(String(repeating: "x", count: 100))\n" }.joined()
        let file = try folder.write("id,text\n" + rows, to: "rows.csv")
        let imported = try Self.terminal("import rows \(file) --id id --database \(folder.database)")
        try Self.expectBar(imported, "MB/s")
        #expect(imported.contains("imported 1 section, 240,000 items into “rows”, version 1"))
        let output = folder.path("rows.ndjson")
        try Self.expectBar(try Self.terminal("export rows --output \(output) --database \(folder.database)"), "lines/s")
        let server = try TestServer(database: folder.database)
        try Self.expectBar(try Self.terminal("export rows --output \(output) --server http://127.0.0.1:\(server.port)"), "lines/s")
        #expect(try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").count == 240_002)
        let backup = try Self.terminal("backup \(folder.path("backup.sqlite")) --database \(folder.database)")
        #expect(backup.contains("█ 100 %") && backup.contains("is backed up in"))
    }

    @Test("where standard error is no terminal, and where an export goes to standard output, there is no bar")
    func noBars() throws {
        let folder = try TestFolder()
        let file = try folder.write("[[1,2]]", to: "rows.json")
        #expect(try CommandLineTool.run("import", "rows", file, "--database", folder.database).hasPrefix("imported 1 section"))
        #expect(try !Self.terminal("export rows --database \(folder.database)").contains("█"))
        #expect(try CommandLineTool.run("export", "rows", "--output", folder.path("out"), "--database", folder.database).isEmpty)
    }

    @Test("an export shows values harmlessly, and is the same JSON")
    func hostileValues() throws {
        let folder = try TestFolder()
        let evil = "\u{9B}2J \u{202E}\u{85}\u{2066} é 👩‍👩‍👧"
        let file = try folder.write("[[\"\(evil)\",\"\(String(repeating: "\u{9B}é", count: 60_000))\"]]", to: "rows.json")
        try CommandLineTool.run("import", "rows", file, "--database", folder.database)
        let plain = try CommandLineTool.run("export", "rows", "--database", folder.database)
        #expect(plain.contains(evil))
        let server = try TestServer(database: folder.database)
        for source in ["--database \(folder.database)", "--server http://127.0.0.1:\(server.port)"] {
            let shown = try Self.terminal("export rows \(source)").replacing("\r\n", with: "\n")
            #expect(!shown.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" || $0 == "\u{2066}" })
            #expect(shown.contains("é 👩‍👩‍👧"))
            let read = { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary } as (String) throws -> NSDictionary?
            let lines = shown.split(separator: "\n").map(String.init)
            #expect(try lines.map(read) == plain.split(separator: "\n").map(String.init).map(read))
        }
        server.stop()
    }

    /// What a person sees of a command.
    private static func terminal(_ command: String) throws -> String {
        let run = try ProgramRun(
            ["--quiet", "--return", "--command", "\(ProgramRun.program.path) \(command)", "/dev/null"],
            executable: URL(fileURLWithPath: "/usr/bin/script"), environment: ["SHELL": "/bin/sh", "TERM": "xterm"])
        guard try run.status() == 0 else { throw TestFailure("\(command): \(run.output)") }
        return run.output
    }

    /// That a bar was drawn, with its rate and the time left, and taken away in the end.
    private static func expectBar(_ output: String, _ rate: String, location: SourceLocation = #_sourceLocation) throws {
        let pictures = output.components(separatedBy: "\r").filter { $0.contains("░") || $0.contains("█") }
        #expect(!pictures.isEmpty, sourceLocation: location)
        #expect(pictures.contains { $0.contains(rate) && $0.contains(" left") }, "\(pictures.suffix(3))", sourceLocation: location)
        #expect(output.contains("\r\u{1B}[K"), sourceLocation: location)
    }
}
