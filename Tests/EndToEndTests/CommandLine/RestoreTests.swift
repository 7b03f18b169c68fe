import Foundation
import Testing

@Suite("sectional restore and check")
struct RestoreTests {
    @Test("a backup takes the place of a database that was killed, which is kept whole under another name")
    func restores() throws {
        let folder = try TestFolder()
        let backup = folder.path("backup.sqlite")
        let id = try Self.serveAndKill(folder) { connection in
            try connection.send("PUT", "/lists/l", body: "[1,2,3]")
            try CommandLineTool.run("backup", backup, "--database", folder.database)
            for number in 0..<20 { try connection.send("PUT", "/lists/l", body: "[[\(number)]]") }
        }
        #expect(id == 21)
        // What an operator tries first is refused in one line that says what to do, and changes nothing.
        let old = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        try Data(contentsOf: URL(fileURLWithPath: backup)).write(to: URL(fileURLWithPath: folder.database))
        try CommandLineTool.fail(["serve", "--port", "0", "--database", folder.database], saying: "sectional restore")
        try CommandLineTool.fail(["check", "--database", folder.database], saying: "belongs to another file")
        try CommandLineTool.fail(["export", "l", "--database", folder.database], saying: "belongs to another file")
        try old.write(to: URL(fileURLWithPath: folder.database))

        let said = try CommandLineTool.run("restore", backup, "--database", folder.database)
        let kept = try #require(said.firstMatch(of: #/what was there is (.+)\n$/#)?.1)
        #expect(try Self.names(folder).filter { $0.hasSuffix("-wal") && !$0.contains("replaced") } == [])
        #expect(try CommandLineTool.run("check", "--database", folder.database).contains("is whole"))
        #expect(try Self.export(folder.database).contains(#""itemCount":3"#))
        // The old one has all that was acknowledged.
        #expect(try CommandLineTool.run("check", "--database", String(kept)).contains("is whole"))
        #expect(try Self.export(String(kept)).contains(#""version":21"#))
        let server = try ServerProcess(database: folder.database)
        let connection = try server.connect()
        #expect(try connection.get("/readyz").status == 200)
        #expect(try connection.send("PUT", "/lists/l", body: "[9]").header("List-Version") == "1000002")
        #expect(try server.stop() == 0)
        #expect(try Self.names(folder).allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test("a database that is damaged, or none at all, is replaced; what is no database only with --force")
    func replaces() throws {
        let folder = try TestFolder()
        let backup = folder.path("backup.sqlite")
        let rows = try folder.write("[1,2,3]", to: "rows.json")
        try CommandLineTool.run("import", "l", rows, "--database", folder.database)
        try CommandLineTool.run("backup", backup, "--database", folder.database)
        let other = folder.path("other.sqlite")
        try CommandLineTool.run("restore", backup, "--database", other)
        #expect(try Self.export(other).contains(#""itemCount":3"#))
        try Data(repeating: 0, count: 8_192).write(to: URL(fileURLWithPath: folder.database))
        try CommandLineTool.fail(["serve", "--port", "0", "--database", folder.database], saying: "not a database")
        try CommandLineTool.run("restore", backup, "--database", folder.database)
        #expect(try Self.export(folder.database).contains(#""itemCount":3"#))
        let text = try folder.write("precious", to: "text.txt")
        try CommandLineTool.fail(["restore", backup, "--database", text], saying: "--force")
        #expect(try String(contentsOfFile: text, encoding: .utf8) == "precious")
        let said = try CommandLineTool.run("restore", backup, "--database", text, "--force")
        let kept = try #require(said.firstMatch(of: #/what was there is (.+)\n$/#)?.1)
        #expect(try String(contentsOfFile: String(kept), encoding: .utf8) == "precious")
    }

    @Test("a backup that is missing, damaged or no database, and a database in use, are refused and change nothing")
    func refusals() throws {
        let folder = try TestFolder()
        let backup = folder.path("backup.sqlite")
        let rows = try folder.write("[\((1...20_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        try CommandLineTool.run("import", "l", rows, "--database", folder.database)
        try CommandLineTool.run("backup", backup, "--database", folder.database)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        var damaged = try Data(contentsOf: URL(fileURLWithPath: backup))
        damaged.replaceSubrange(200_704..<204_800, with: Data(repeating: 0xA5, count: 4_096))
        let bad = folder.path("bad.sqlite")
        try damaged.write(to: URL(fileURLWithPath: bad))
        try CommandLineTool.fail(["restore", bad, "--database", folder.database], saying: "damaged")
        try CommandLineTool.fail(["check", "--database", bad], saying: "damaged")
        let text = try folder.write("this is no database", to: "text.txt")
        try CommandLineTool.fail(["restore", text, "--database", folder.database], saying: "not a database")
        try CommandLineTool.fail(["restore", folder.path("none"), "--database", folder.database], saying: "none")
        try CommandLineTool.fail(["restore", folder.database, "--database", folder.database], status: 2, saying: "itself")
        try CommandLineTool.fail(["restore"], status: 2, saying: "backup")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
        let server = try ServerProcess(database: folder.database)
        try CommandLineTool.fail(["restore", backup, "--database", folder.database], saying: "--server")
        #expect(try CommandLineTool.run("check", "--database", folder.database).contains("items 20000"))
        #expect(try server.stop() == 0)
        #expect(try Self.names(folder).allSatisfy { !$0.contains("replaced") && !$0.hasSuffix(".part") })
    }

    @Test("a damaged database is reported in a line for each fault, and ends the check with 1")
    func findings() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[\((1...20_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        try CommandLineTool.run("import", "l", rows, "--database", folder.database)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        bytes.replaceSubrange(200_704..<204_800, with: Data(repeating: 0xA5, count: 4_096))
        try bytes.write(to: URL(fileURLWithPath: folder.database))
        let run = try CommandLineTool.fail(["check", "--database", folder.database], saying: "sectional restore")
        #expect(!run.output.isEmpty && run.output.split(separator: "\n").allSatisfy { !$0.isEmpty })
        try CommandLineTool.fail(["check", "--database", folder.path("none.sqlite")], saying: "no database")
        try CommandLineTool.fail(["serve", "--port", "0", "--database", folder.database], saying: "damaged")
    }

    @Test("serve says when it makes a database, and makes none with --no-create")
    func creation() throws {
        let folder = try TestFolder()
        try CommandLineTool.fail(
            ["serve", "--no-create", "--port", "0", "--database", folder.database], saying: "no database at \(folder.database)")
        #expect(!FileManager.default.fileExists(atPath: folder.database))
        for isNew in [true, false] {
            let server = try ServerProcess(database: folder.database, isNew ? [] : ["--no-create"])
            #expect(server.run.errors.contains("made a new database at \(folder.database)") == isNew)
            #expect(try server.stop() == 0)
        }
    }

    @Test("files that hold lists are their owner's alone")
    func modes() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[1,2,3]", to: "rows.json")
        let run = try ProgramRun(
            [
                "-c",
                """
                umask 0; set -e; cd "$1"; "$0" import l "$2" --database d.sqlite; "$0" backup b.sqlite --database d.sqlite
                "$0" export l --output e.ndjson --database d.sqlite; "$0" restore b.sqlite --database r.sqlite
                stat -c '%a %n' d.sqlite d.sqlite-* b.sqlite e.ndjson r.sqlite r.sqlite-lock
                """, ProgramRun.program.path, folder.url.path, rows,
            ], executable: URL(fileURLWithPath: "/bin/sh"))
        #expect(try run.status() == 0, "\(run.errors)")
        let modes = run.output.split(separator: "\n").filter { $0.contains(#/^[0-7]{3} /#) }
        #expect(modes.count >= 6)
        for line in modes { #expect(line.hasPrefix("600 "), "\(line)") }
    }

    @Test("unfinished files of killed processes are removed by the next one, and those of living ones are not")
    func unfinished() throws {
        let folder = try TestFolder()
        let rows = try folder.write("[1,2,3]", to: "rows.json")
        try CommandLineTool.run("import", "l", rows, "--database", folder.database)
        let left = try folder.write("half", to: "copy.sqlite.\(String(repeating: "0a", count: 16)).part")
        let lockedPath = try folder.write("half", to: "copy.sqlite.\(String(repeating: "0b", count: 16)).part")
        let others = try ["notes.part", "copy.sqlite.1.part"].map { try folder.write("mine", to: $0) }
        let locked = open(lockedPath, O_RDWR)
        flock(locked, LOCK_EX)
        defer { close(locked) }
        try CommandLineTool.run("backup", folder.path("copy.sqlite"), "--database", folder.database)
        #expect(!FileManager.default.fileExists(atPath: left))
        for path in others + [lockedPath] { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
    }

    /// - Returns: The version of the list `l` at the end.
    private static func serveAndKill(_ folder: TestFolder, _ work: (HTTPConnection) throws -> Void) throws -> Int? {
        let server = try ServerProcess(database: folder.database)
        let connection = try server.connect()
        try work(connection)
        let version = try connection.get("/lists/l").object["version"] as? Int
        try server.kill()
        return version
    }

    private static func export(_ database: String) throws -> String {
        let run = try ProgramRun(["export", "l", "--database", database])
        #expect(try run.status() == 0, "\(run.errors)")
        return run.output
    }

    private static func names(_ folder: TestFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    }
}
