import Foundation
import TestSupport
import Testing

@Suite("Servers that begin with a base of their log")
struct ClusterBaseTests {
    private let url: String
    private let cluster: PostgresCluster
    private let database: String

    init() throws {
        cluster = try .shared
        database = try cluster.makeDatabase()
        url = cluster.url(database, user: "postgres")
        #expect(try CommandLineTool.run("migrate", "--cluster", url) == "made a new log\n")
    }

    @Test("have what a database without a log had, and a database without a log has what they had")
    func inAndOut() throws {
        let folder = try TestFolder()
        let alone = try ServerProcess(database: folder.database)
        #expect(try alone.connect().send("PUT", "/lists/a", body: #"[["x"]]"#).status == 201)
        #expect(try alone.stop() == 0)
        try CommandLineTool.fail(
            ["serve", "--database", folder.database, "--cluster", url], saying: "a server that joins a log begins with a new file",
            environment: ClusterServeTests.key)
        let said = try CommandLineTool.run("restore", folder.database, "--cluster", url, "--database", folder.path("none"))
        #expect(said.contains("begins anew with \(folder.database)"))
        let servers = try ["1", "2"].map {
            try ServerProcess(database: folder.path($0), ["--cluster", url], environment: ClusterServeTests.key)
        }
        let connections = try servers.map { try $0.connect() }
        for connection in connections { #expect(try connection.get("/lists/a/items/0-0").text.contains("\"value\":\"x\"")) }
        #expect(try connections[0].send("PUT", "/lists/a/items/0-0", body: #"{"value":"y"}"#).status == 200)
        #expect(try connections[1].get("/lists/a/items/0-0").text.contains("\"value\":\"y\""))
        try CommandLineTool.fail(
            ["restore", folder.database, "--cluster", url, "--force", "--database", folder.path("none")],
            saying: "stop all servers first")
        for server in servers { #expect(try server.stop() == 0) }
        _ = try CommandLineTool.run("restore", folder.path("2"), "--database", folder.path("out"))
        let out = try ServerProcess(database: folder.path("out"))
        #expect(try out.connect().get("/lists/a/items/0-0").text.contains("\"value\":\"y\""))
        #expect(try out.stop() == 0)
    }

    @Test("go on where the log was cut: one that is new, and one that is further behind, whose file is kept")
    func joins() throws {
        let folder = try TestFolder()
        let environment = ClusterServeTests.key.merging(["SECTIONAL_CLUSTER_BASE": "1"]) { $1 }
        func serve(_ name: String) throws -> ServerProcess {
            try ServerProcess(database: folder.path(name), ["--cluster", url], environment: environment)
        }
        let behind = try serve("behind")
        #expect(try behind.connect().send("PUT", "/lists/a", body: #"[["x"]]"#).status == 201)
        #expect(try behind.stop() == 0)
        let writer = try serve("writer")
        let client = try writer.connect()
        let value = String(repeating: "v", count: 50_000)
        var bases = 0
        try eventually("the log is cut") {
            for number in 0..<10 {
                #expect(try client.send("PUT", "/lists/a/items/0-0", body: "{\"value\":\"\(number)\(value)\"}").status == 200)
            }
            bases = Int(try cluster.run("SELECT count(*) FROM sectional.base_end", in: database)) ?? 0
            return try cluster.run("SELECT min(position) > 2 FROM sectional.entry", in: database) == "t"
        }
        #expect(bases <= 2)
        #expect(try client.send("PUT", "/lists/a/items/0-0", body: #"{"value":"last"}"#).status == 200)
        for name in ["behind", "new"] {
            let server = try serve(name)
            #expect(try server.connect().get("/lists/a/items/0-0").text.contains("\"value\":\"last\""))
            #expect(try server.connect().get("/readyz").status == 200)
            #expect(try server.stop() == 0)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains { $0.hasPrefix("behind.replaced-") })
        #expect(try writer.stop() == 0)
    }
}
