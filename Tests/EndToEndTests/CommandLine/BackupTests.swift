import Foundation
import Testing

@Suite("sectional backup")
struct BackupTests {
    @Test("a copy made while a server writes is the database of one moment, with its history, and serves")
    func underLoad() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let ballast = "[\((1...20_000).map { "\"\($0) is a number\"" }.joined(separator: ","))]"
        #expect(try server.connect().send("PUT", "/lists/ballast", body: ballast).status == 201)
        #expect(try server.connect().send("PUT", "/lists/counts", body: Self.body(1)).status == 201)
        let writers = Writers()
        writers.start(on: server) { try $0.send("PUT", "/lists/counts", body: Self.body($1 + 2)) }
        let copies = try (0..<3).map { number in
            try writers.wait(past: writers.version)
            let copy = folder.path("copy\(number).sqlite")
            let said = try CommandLineTool.run("backup", copy, "--database", folder.database)
            #expect(said == "\(folder.database) is backed up in \(copy)\n")
            return copy
        }
        writers.stop()
        #expect(writers.failures.isEmpty)
        var last = 0
        for copy in copies {
            #expect(try CommandLineTool.run("export", "ballast", "--database", copy).split(separator: "\n").count == 20_002)
            let version = try Self.version(in: copy)
            #expect(version > last)
            last = version
            if version > 1 { #expect(try Self.version(in: copy, at: version - 1) == version - 1) }
        }
        #expect(last <= writers.version)
        try CommandLineTool.run("migrate", "--database", copies[2])
        let second = try ServerProcess(database: copies[2])
        let connection = try second.connect()
        #expect(try connection.get("/lists/counts").header("List-Version") == "\(last)")
        #expect(try connection.send("PUT", "/lists/counts", body: "[1]").header("List-Version") == "\(last + 1)")
        #expect(try second.stop() == 0)
    }

    @Test("a file that is there is left alone, and a failure leaves none")
    func refusals() throws {
        let folder = try TestFolder()
        try CommandLineTool.run("migrate", "--database", folder.database)
        let copy = try folder.write("precious", to: "copy.sqlite")
        try CommandLineTool.fail(["backup", copy, "--database", folder.database], saying: "\(copy) is there already")
        try CommandLineTool.fail(["backup", folder.database, "--database", folder.database], saying: "is there already")
        try CommandLineTool.fail(["backup", folder.url.path, "--database", folder.database], saying: "is there already")
        try CommandLineTool.fail(["backup", folder.path("no/copy"), "--database", folder.database], saying: "No such file or directory")
        try CommandLineTool.fail(["backup", folder.path("new"), "--database", folder.path("missing.sqlite")], saying: "missing.sqlite")
        try CommandLineTool.fail(["backup", folder.path("new"), "--database", copy], saying: "not a database")
        try CommandLineTool.fail(["backup"], status: 2, saying: "file")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.allSatisfy { $0 != "new" && !$0.hasPrefix("missing") && !$0.hasSuffix(".part") })
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "precious")
    }

    @Test("where there is no room for a copy, none is left behind, and the command ends with 1", arguments: ["backup", "export"])
    func noRoom(command: String) throws {
        let folder = try TestFolder()
        let rows = try folder.write("[\((1...20_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        try CommandLineTool.run("import", "rows", rows, "--database", folder.database)
        // Files of this process may have 100 blocks.
        let flags = command == "backup" ? "\"$2\"" : "rows --output \"$2\""
        let run = try ProgramRun(
            [
                "-c", "ulimit -f 100; \"$0\" \(command) \(flags) --database \"$1\"", ProgramRun.program.path, folder.database,
                folder.path("new"),
            ],
            executable: URL(fileURLWithPath: "/bin/bash"))
        #expect(try run.status() == 1)
        #expect(run.errors.hasPrefix("sectional: ") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasPrefix("new") })
    }

    /// Version V of the list: the number V, many times.
    private static func body(_ version: Int) -> String { "[[\(Array(repeating: "\(version)", count: 200).joined(separator: ","))]]" }

    /// The version of the list in a copy, all of whose values must be that number.
    private static func version(in copy: String, at: Int? = nil) throws -> Int {
        let export = ["export", "counts", "--database", copy] + (at.map { ["--at", "\($0)"] } ?? [])
        let run = try ProgramRun(export)
        #expect(try run.status() == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        let version = lines.first.flatMap { $0.firstMatch(of: #/"version":(\d+)/#) }.flatMap { Int($0.1) }
        let values = Set(lines.dropFirst(2).compactMap { $0.firstMatch(of: #/"value":(\d+)\}\}$/#)?.1 })
        #expect(lines.count == 202)
        #expect(values == ["\(version ?? 0)"])
        return version ?? 0
    }
}
