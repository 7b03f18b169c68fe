import Foundation
import TestSupport
import Testing

@Suite("Servers of one log that may differ")
struct ClusterCheckTests {
    @Test("refuse another webhooks.key, and warn of settings that differ")
    func agreement() throws {
        let url = try ClusterServeTests.makeLog(in: .shared)
        let first = try ServerProcess(["--cluster", url], environment: ClusterServeTests.key)
        let folder = try TestFolder()
        try CommandLineTool.fail(
            ["serve", "--cluster", url, "--database", folder.database], saying: "webhooks.key is not the key of the other servers",
            environment: ["SECTIONAL_WEBHOOKS_KEY": "QkFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="])
        let other = try ServerProcess(
            ["--cluster", url], environment: ClusterServeTests.key.merging(["SECTIONAL_HISTORY_VERSIONS": "17"]) { $1 })
        try other.run.waitForError(containing: "settings differ from those of another server of the log")
        #expect(other.run.errors.contains("history.versions"))
        for server in [first, other] { #expect(try server.stop() == 0) }
    }

    @Test("are held against their log by check, and load a base where they differ")
    func check() throws {
        let cluster = try PostgresCluster.shared
        let url = try ClusterServeTests.makeLog(in: cluster)
        let database = try #require(url.split(separator: "/").last?.prefix { $0 != "?" })
        let folder = try TestFolder()
        let writer = try ServerProcess(["--cluster", url], environment: ClusterServeTests.key)
        var server = try ServerProcess(database: folder.database, ["--cluster", url], environment: ClusterServeTests.key)
        let connection = try writer.connect()
        #expect(try connection.send("PUT", "/lists/a", body: #"[["x","y"]]"#).status == 201)
        let hook = try connection.send("POST", "/webhooks", body: #"{"url":"https://93.184.215.14/hooks"}"#).at("id")
        #expect(try server.connect().get("/webhooks/\(hook)").status == 200)
        func check() throws -> String { try CommandLineTool.run("check", "--cluster", url, "--database", folder.database) }
        #expect(try check().contains("is as its log says, up to entry "))
        #expect(try server.stop() == 0)
        // A row that the next write should find.
        let change = try ProgramRun(
            [folder.database, "DELETE FROM webhook"], executable: URL(fileURLWithPath: "/usr/bin/sqlite3"), environment: [:])
        #expect(try change.status() == 0)
        let run = try CommandLineTool.fail(
            ["check", "--cluster", url, "--database", folder.database], saying: "differs from its log")
        #expect(run.output.contains("the table webhook differs from the log"))
        server = try ServerProcess(database: folder.database, ["--cluster", url], environment: ClusterServeTests.key)
        #expect(try connection.send("PATCH", "/webhooks/\(hook)", body: #"{"description":"d"}"#).status == 200)
        try eventually("it is not ready") { try server.connect().get("/readyz").status == 503 }
        try eventually("the log has a base") {
            try cluster.run("SELECT count(*) FROM sectional.base_end", in: String(database)) != "0"
        }
        try server.kill()
        server = try ServerProcess(database: folder.database, ["--cluster", url], environment: ClusterServeTests.key)
        #expect(try server.connect().get("/webhooks/\(hook)").at("description") == "d")
        #expect(try check().contains("is as its log says"))
        for server in [server, writer] { #expect(try server.stop() == 0) }
    }
}
