import TestSupport
import Testing

@Suite("Servers that share a log in PostgreSQL")
struct ClusterServeTests {
    static let key = ["SECTIONAL_WEBHOOKS_KEY": "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="]

    /// The URL of a log of its own, over TCP.
    static func makeLog(in cluster: PostgresCluster) throws -> String {
        let url = cluster.url(try cluster.makeDatabase(), user: "postgres")
        #expect(try CommandLineTool.run("migrate", "--cluster", url) == "made a new log\n")
        return url
    }

    @Test("show each other's writes to the next request")
    func writes() throws {
        let url = try Self.makeLog(in: .shared)
        let servers = try (0..<2).map { _ in try ServerProcess(["--cluster", url], environment: Self.key) }
        let connections = try servers.map { try $0.connect() }
        #expect(try connections[0].send("PUT", "/lists/a", body: #"[["x"]]"#).status == 201)
        for number in 1...40 {
            let (writer, reader) = (connections[number % 2], connections[(number + 1) % 2])
            #expect(try writer.send("PUT", "/lists/a/items/0-0", body: "{\"value\":\(number)}").status == 200)
            #expect(try reader.get("/lists/a/items/0-0").text.contains("\"value\":\(number)"))
        }
        for (server, connection) in zip(servers, connections) {
            #expect(try connection.get("/readyz").status == 200)
            #expect(try server.metric("sectional_log_applied") == server.metric("sectional_log_position"))
            #expect(try server.metric("sectional_log_lock_wait_seconds_count") ?? 0 >= 20)
            #expect(try server.stop() == 0)
        }
    }

    @Test("know each other's webhooks, and send what all of them have to send from one at a time, also when that one is killed")
    func webhooks() throws {
        let url = try Self.makeLog(in: .shared)
        let receiver = try Receiver()
        let environment = Self.key.merging(["SECTIONAL_WEBHOOKS_ALLOW": "127.0.0.0/8"]) { $1 }
        let servers = try (0..<2).map { _ in try ServerProcess(["--cluster", url], environment: environment) }
        let connections = try servers.map { try $0.connect() }
        #expect(try connections[0].send("PUT", "/lists/a", body: #"[["x"]]"#).status == 201)
        let hook = #"{"url":"\#(receiver.url("/ok"))","events":["item.selected"],"ordered":true}"#
        #expect(try connections[1].send("POST", "/webhooks", body: hook).status == 201)
        try eventually("one leads") { try servers.compactMap { try $0.metric("sectional_leader") }.reduce(0, +) == 1 }
        for number in 0..<40 {
            #expect(try connections[number % 2].send("POST", "/lists/a/items/0-0/select").status == 202)
        }
        try receiver.wait(for: 40)
        let sequences = try receiver.deliveries().map(\.body)
        #expect(Set(sequences).count == 40 && sequences.count == 40)
        let leader = try #require(try servers.firstIndex { try $0.metric("sectional_leader") == 1 })
        try servers[leader].kill()
        #expect(try connections[1 - leader].send("POST", "/lists/a/items/0-0/select").status == 202)
        try eventually("the other one sends") { try Set(receiver.deliveries().map(\.body)).count == 41 }
        #expect(try servers[1 - leader].metric("sectional_leader") == 1)
        #expect(try servers[1 - leader].stop() == 0)
    }

    @Test("do a write with one Idempotency-Key once that both are sent at a time, and give both the same answer")
    func keys() throws {
        let url = try Self.makeLog(in: .shared)
        let servers = try (0..<2).map { _ in try ServerProcess(["--cluster", url], environment: Self.key) }
        let connections = try servers.map { try $0.connect() }
        #expect(try connections[0].send("PUT", "/lists/a", body: "[[]]").status == 201)
        let body = #"{"item":{"value":1}}"#
        for number in 1...30 {
            // Both are under way before either is answered.
            let request = """
                POST /lists/a/sections/0/items HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k\(number)\r\n\
                Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
            for connection in connections { try connection.write(request) }
            let replies = try connections.map { try $0.readReply() }
            #expect(replies.map(\.status) == [201, 201] && replies[0].text == replies[1].text)
            #expect(replies.filter { $0.header("Idempotency-Replayed") == "true" }.count == 1)
            #expect(try connections[0].get("/lists/a").at("itemCount") == "\(number)")
        }
        for server in servers { #expect(try server.stop() == 0) }
    }

    @Test("have no password in a flag, and none in what they say")
    func passwords() throws {
        let url = "postgresql://lists:geheim@127.0.0.1:1/lists"
        let run = try CommandLineTool.fail(["serve", "--cluster", url], status: 2, saying: "--cluster must have no password")
        #expect(!run.errors.contains("geheim"))
        let environment = ["SECTIONAL_CLUSTER_URL": url].merging(Self.key) { $1 }
        let other = try CommandLineTool.fail(
            ["serve"], saying: "PostgreSQL at 127.0.0.1:1, database lists: nothing listens there", environment: environment)
        #expect(!other.errors.contains("geheim"))
        let half = try CommandLineTool.fail(
            ["serve"], status: 2, saying: "cluster.url must be a URL",
            environment: environment.merging(["SECTIONAL_CLUSTER_URL": "postgresql://lists:12/geheim@h/x"]) { $1 })
        #expect(!half.errors.contains("geheim"))
    }

    @Test("need a log that was made, and the key that seals the secrets of webhooks")
    func starts() throws {
        let cluster = try PostgresCluster.shared
        let url = cluster.url(try cluster.makeDatabase(), user: "postgres")
        try CommandLineTool.fail(
            ["serve", "--cluster", url], saying: "there is no log: sectional migrate --cluster makes it", environment: Self.key)
        try CommandLineTool.fail(["serve", "--cluster", url], saying: "webhooks.key must be set where cluster.url is")
    }

    @Test("are not ready and refuse writes while PostgreSQL is away, and reads by cluster.stale")
    func away() throws {
        var cluster: PostgresCluster? = try PostgresCluster()
        let url = try Self.makeLog(in: try #require(cluster))
        let exact = try ServerProcess(["--cluster", url], environment: Self.key)
        let stale = try ServerProcess(["--cluster", url], environment: Self.key.merging(["SECTIONAL_CLUSTER_STALE": "3600"]) { $1 })
        #expect(try exact.connect().send("PUT", "/lists/a", body: #"[["x"]]"#).status == 201)
        #expect(try stale.connect().get("/lists/a").status == 200)
        cluster = nil
        try eventually("they are not ready") {
            try [exact, stale].allSatisfy { try $0.connect().get("/readyz").status == 503 }
        }
        #expect(try exact.connect().get("/lists/a").status == 503)
        #expect(try stale.connect().get("/lists/a").status == 200)
        for server in [exact, stale] {
            #expect(try server.connect().send("PUT", "/lists/a/items/0-0", body: #"{"value":1}"#).status == 503)
            #expect(try server.stop() == 0)
        }
    }
}
