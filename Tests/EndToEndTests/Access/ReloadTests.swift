import Foundation
import ListAPI
import TestSupport
import Testing

@Suite("Settings that are read again")
struct ReloadTests {
    /// A program that serves with a file that a test rewrites.
    private final class Server {
        let folder: TestFolder
        let run: ProgramRun
        let port: UInt16
        private var lines = 0

        init(_ file: String, _ environment: [String: String] = [:]) throws {
            folder = try TestFolder()
            let path = try folder.write(file, to: "sectional.yaml")
            run = try ProgramRun(["serve", "--port", "0", "--config", path, "--database", folder.database], environment: environment)
            port = try run.port()
        }

        /// Rewrites the file and has it read; waits for the line that says so.
        func reload(_ file: String) throws -> String {
            _ = try folder.write(file, to: "sectional.yaml")
            run.send(signal: SIGHUP)
            var told: [String] = []
            try eventually("a line about the settings") {
                told = run.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    .filter { $0.contains("the settings ") }.map(String.init)
                return told.count > lines
            }
            lines = told.count
            return told.last ?? ""
        }

        func status(_ method: String, _ target: String, _ token: String? = nil, body: String? = nil) throws -> Int {
            try reply(method, target, token, body: body).status
        }

        func reply(_ method: String, _ target: String, _ token: String? = nil, body: String? = nil) throws -> HTTPReply {
            let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
            return try HTTPConnection(port: port).send(method, target, headers, body: body)
        }

        func stop() throws -> Int32 {
            run.send(signal: SIGTERM)
            return try run.status()
        }
    }

    private static func tokens(_ texts: [String], _ more: String = "") -> String {
        "auth:\n  tokens:\n"
            + texts.map { "    - {name: \($0), hash: \"\(SHA256Digest(of: Array($0.utf8)).hex)\", scope: admin\(more)}\n" }.joined()
    }

    @Test(
        "a token that is taken away opens nothing any more, ends its streams and waiting requests, and a new one opens",
        .timeLimit(.minutes(2)))
    func tokens() throws {
        let server = try Server(Self.tokens(["old", "kept"]))
        #expect(try server.status("PUT", "/lists/a", "old", body: "[1]") == 201)
        let streams = try ["old", "kept"].map { token in
            let connection = try HTTPConnection(port: server.port)
            #expect(try connection.open("/lists/a/events", ["Authorization": "Bearer \(token)"]).status == 200)
            #expect(try connection.readChunk().map { String(decoding: $0, as: UTF8.self) } == "retry: 2000\n\n")
            return connection
        }
        let waiting = try HTTPConnection(port: server.port)
        try waiting.write("GET /lists/a/changes?since=1&wait=60 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer old\r\n\r\n")
        try eventually { try server.reply("GET", "/metrics", "kept").text.contains("sectional_followers 3\n") }
        let line = try server.reload(Self.tokens(["new", "kept"]))
        #expect(line.contains(" info the settings were read again changed=auth.tokens") && !line.contains("after_restart"))
        #expect(try streams[0].readChunk() == nil)
        let answer = try waiting.readReply()
        #expect(answer.status == 401 && answer.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
        #expect(try server.status("GET", "/lists/a", "old") == 401)
        #expect(try server.status("PUT", "/lists/a", "new", body: "[2]") == 200)
        #expect(try streams[1].readChunk().map { String(decoding: $0, as: UTF8.self).contains("id: 2") } == true)
        #expect(server.run.errors.contains(" warning refused an unknown token client=127.0.0.1 path=/lists/a "))
        #expect(try server.stop() == 0)
    }

    @Test("an upload that began before its token was taken away commits nothing", .timeLimit(.minutes(2)))
    func upload() throws {
        let server = try Server(Self.tokens(["old", "kept"]))
        let line = "{\"item\":{\"value\":1}}\n"
        let head =
            "PUT /lists/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer old\r\nContent-Type: application/x-ndjson\r\n"
            + "Expect: 100-continue\r\nContent-Length: \(2 * line.utf8.count)\r\n\r\n"
        let connection = try HTTPConnection(port: server.port)
        try connection.write(head)
        #expect(try connection.readReply().status == 100)
        try connection.write(line)
        _ = try server.reload(Self.tokens(["kept"]))
        // At once, although nothing more comes.
        let answer = try connection.readReply()
        #expect(answer.status == 401 && answer.header("Request-Id") != nil)
        #expect(answer.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
        #expect(try server.status("GET", "/lists/a", "kept") == 404)
        #expect(try server.stop() == 0)
    }

    @Test("a file that is wrong changes nothing and is an error in the log", .timeLimit(.minutes(2)))
    func wrong() throws {
        let server = try Server(Self.tokens(["old"]))
        for (file, words) in [
            (Self.tokens(["new"]) + "hisotry: {}\n", "unknown key hisotry"), (Self.tokens(["new", "new"]), "name must be another"),
            (Self.tokens(["new"], ", notAfter: soon"), "notAfter must be a time"), ("auth: [", "not YAML"),
            (Self.tokens(["new"]) + "rate: {requests: -1}\n", "rate.requests must be a number"),
        ] {
            let line = try server.reload(file)
            #expect(line.contains(" error the settings can't be read again, and nothing has changed") && line.contains(words), "\(line)")
            #expect(try server.status("GET", "/lists", "old") == 200)
            #expect(try server.status("GET", "/lists", "new") == 401)
        }
        let line = try server.reload(Self.tokens(["old"]))
        #expect(line.contains("changed=nothing"))
        #expect(try server.stop() == 0)
    }

    @Test(
        "rates, origins, the blocks for webhooks and the log's level are taken; anything else waits for a restart", .timeLimit(.minutes(2)))
    func others() throws {
        let server = try Server("log: {level: error}\n")
        let hook = #"{"url":"http://127.0.0.1:9/"}"#
        #expect(try server.status("POST", "/webhooks", body: hook) == 422)
        for _ in 0..<5 { #expect(try server.status("GET", "/lists") == 200) }
        let line = try server.reload(
            "webhooks: {allow: [127.0.0.0/8]}\ncors: {origins: [\"https://app.example\"]}\nrate: {requests: 0.001, burst: 3}\n"
                + "limits: {page: 7, defaultPage: 7}\n")
        let changed = "changed=\"log.level, webhooks.allow, cors.origins, rate.requests, rate.burst\""
        #expect(line.contains("after_restart=\"limits.page, limits.defaultPage\" \(changed)"), "\(line)")
        #expect(try server.status("POST", "/webhooks", body: hook) == 201)
        let connection = try HTTPConnection(port: server.port)
        let page = ["Origin": "https://app.example"]
        #expect(try connection.get("/lists?limit=8", page).header("Access-Control-Allow-Origin") == "https://app.example")
        #expect(try connection.get("/lists", page).status == 200)
        let refused = try connection.get("/lists", page)
        #expect(refused.status == 429 && refused.header("Access-Control-Allow-Origin") == "https://app.example")
        #expect((refused.header("Retry-After").flatMap { Int($0) } ?? 0) > 0)
        #expect(try connection.get("/healthz").status == 200 && connection.get("/readyz").status == 200)
        #expect(try server.stop() == 0)
    }

    @Test("an open stream ends when its token is over", .timeLimit(.minutes(2)))
    func expiry() throws {
        let time = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 8))
        let server = try Server(
            Self.tokens(["short"], ", notAfter: \(time)") + Self.tokens(["long"]).replacing("auth:\n  tokens:\n", with: ""))
        #expect(try server.status("PUT", "/lists/a", "long", body: "[1]") == 201)
        let stream = try HTTPConnection(port: server.port)
        #expect(try stream.open("/lists/a/events", ["Authorization": "Bearer short"]).status == 200)
        while try stream.readChunk() != nil {}
        #expect(try server.status("GET", "/lists/a", "short") == 401)
        #expect(try server.status("GET", "/lists/a", "long") == 200)
        #expect(try server.stop() == 0)
    }
}
