import Foundation
import Testing
@testable import SQLiteStore

@Suite("A file that a disk has changed")
struct DamageTests {
    /// A database with two lists.
    private static func made(_ folder: TestFolder) throws {
        let rows = try folder.write("[\((1...2_000).map(String.init).joined(separator: ","))]", to: "rows.json")
        for list in ["l", "other"] { try CommandLineTool.run("import", list, rows, "--database", folder.database) }
    }

    @Test("in one byte of a value: 500 for its list, with a bare problem, not ready, and one line in the log; other lists go on")
    func changedByte() throws {
        let folder = try TestFolder()
        try Self.made(folder)
        let connection = try DatabaseConnection(folder.database, setUp: "")
        let sql = "SELECT last, data FROM pack WHERE last >> 36 = 1 AND length(data) > 3900 ORDER BY last LIMIT 1"
        let pack = try connection.statement(sql).first { row in (key: row[0] as Int64, bytes: row[1] as [UInt8]) }
        var (key, bytes) = try #require(pack)
        bytes[bytes.count - 200] ^= 1
        try connection.statement("UPDATE pack SET data = ? WHERE last = ?").run(bytes, key)
        try connection.close()
        let server = try ServerProcess(database: folder.database, environment: ["SECTIONAL_LOG_ACCESS": "false"])
        let client = try server.connect()
        #expect(try client.get("/readyz").status == 200)
        for _ in 0..<2 {
            let replies = try (0..<40).map { try client.get("/lists/l/items?offset=\($0 * 50)&limit=50") }
            #expect(Set(replies.map(\.status)) == [200, 500])
            for reply in replies where reply.status == 500 {
                let problem = try reply.object
                #expect(problem["type"] as? String == "/problems/internal-error")
                // It says nothing of what is wrong, which the log does.
                for word in ["pack", "damage", "checksum", folder.database] { #expect(!reply.text.contains(word), "\(reply.text)") }
                #expect(Set(problem.keys).isDisjoint(with: ["errors", "current"]))
            }
        }
        #expect(try client.get("/readyz").status == 503)
        #expect(try client.get("/lists/other/items?limit=500").status == 200)
        #expect(try client.send("PUT", "/lists/other", body: "[1]").status == 200)
        let lines = server.run.errors.split(separator: "\n").filter { $0.contains("the database is damaged") }
        #expect(lines.count == 1, "\(server.run.errors)")
        #expect(try server.stop() == 0)
    }

    @Test(
        "to numbers that no list has ends no command with a trap",
        arguments: ["created_at", "head", "deleted"], [Int64.max, .min, .max - 1])
    func extremes(column: String, value: Int64) throws {
        let folder = try TestFolder()
        try Self.made(folder)
        let connection = try DatabaseConnection(folder.database, setUp: "")
        try connection.execute("UPDATE list SET \(column) = \(value) WHERE id = 'l'")
        try connection.close()
        for command in [
            ["check", "--database", folder.database], ["export", "l", "--database", folder.database],
            ["restore", folder.database, "--database", folder.path("new.sqlite")],
        ] {
            let run = try ProgramRun(command, environment: ["SECTIONAL_LOG_LEVEL": "error"])
            #expect(try run.status() == 1, "\(command[0]) \(run.output) \(run.errors)")
            let errors = run.errors.split(separator: "\n")
            let isSaid = errors.count == 1 || command[0] == "check" && run.output.contains("numbers that no list has")
            #expect(isSaid, "\(command[0]) \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("new.sqlite")))
        let server = try ServerProcess(database: folder.database)
        let client = try server.connect()
        #expect(try client.get("/lists/other").status == 200)
        #expect(try [404, 500, 503].contains(client.get("/lists/l").status))
        #expect(try client.send("PUT", "/lists/l", body: "[1]").status >= 500)
        #expect(try client.send("PUT", "/lists/other", body: "[1]").status == 200)
        #expect(try server.stop() == 0)
    }
}
