import Foundation
import Testing
import Wire

@Suite("Contract §7: errors")
struct ErrorsTests {
    @Test("Errors are application/problem+json: type, title, status, detail, instance, errors")
    func shape() throws {
        let client = try ContractClient()
        try client.putLetters()
        let problems: [(String, String, String?)] = [
            ("GET", "/lists/zz", nil), ("GET", "/lists/l/items?limit=0", nil), ("PUT", "/lists/l/items/@a", "{"),
            ("GET", "/nowhere?x=1", nil),
            ("POST", "/lists/l/items/@a", "1"), ("PATCH", "/lists/l", #"{"x":1}"#), ("GET", "/lists/l/items/0-0?at=7", nil),
            ("GET", "/lists/a%20b", nil), ("GET", "/problems/nothing", nil),
        ]
        for (method, target, body) in problems {
            let reply = try client.send(method, target, [:], body)
            #expect(reply.header("Content-Type") == "application/problem+json", "\(target)")
            #expect(reply.at("status") == String(reply.status) && reply.at("type").hasPrefix("/problems/"))
            #expect(reply.at("title").count > 3 && reply.at("detail").count > 3)
            #expect(reply.at("instance") == String(target.prefix { $0 != "?" }))
            #expect(reply.header("Request-Id") != nil && reply.header("Cache-Control") == "no-store")
            try #expect(client.get(reply.at("type")).status == 200)
        }
    }

    @Test("errors: pointer into the body, parameter, or line, each with a detail")
    func places() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(
            client.put("/lists/l", #"{"sections":[{"items":[{"value":1,"a/b":2}]}]}"#).at("errors.0.pointer")
                == "/sections/0/items/0/a~1b")
        try #expect(client.get("/lists/l/items?limit=x").at("errors.0.parameter") == "limit")
        try #expect(client.putLines("/lists/l", #"{"item":{"value":1}}"#, "{").at("errors.0.line") == "2")
        try #expect(client.get("/lists/l/items?limit=x").at("errors.0.detail").count > 3)
    }

    @Test("GET /problems/{slug} explains one in words", arguments: ProblemType.allCases)
    func explanation(slug: ProblemType) throws {
        let client = try Self.shared.get()
        let reply = try client.connect().get("/problems/\(slug.rawValue)")
        #expect(reply.status == 200 && reply.text.contains(slug.rawValue) && reply.text.count > 40)
    }

    private static let shared = Result { try SharedServer() }

    /// A server that several cases only read from.
    private final class SharedServer: Sendable {
        private let folder: TestFolder
        private let server: TestServer

        init() throws {
            folder = try TestFolder()
            server = try TestServer(database: folder.database)
        }

        func connect() throws -> HTTPConnection { try server.connect() }
    }

    @Test("The slugs and their statuses are those of the table")
    func slugs() {
        let table: [Int: String] = [
            400: "malformed-request malformed-json bad-parameter", 401: "unauthorized", 403: "forbidden",
            404: "not-found list-not-found section-not-found item-not-found version-not-found type-not-found webhook-not-found",
            405: "method-not-allowed", 406: "not-acceptable", 415: "unsupported-media-type",
            409:
                "item-gone section-gone id-taken patch-conflict type-violated request-in-progress view-not-writable not-a-view not-searchable",
            410: "version-gone",
            412: "precondition-failed", 428: "precondition-required", 413: "too-large", 414: "uri-too-long", 431: "headers-too-large",
            422:
                "unknown-key invalid-value reference-not-found index-out-of-range limit-exceeded value-does-not-match-type unregistered-type unsupported-schema url-not-allowed idempotency-key-reused",
            421: "misdirected-request", 429: "too-many-requests", 500: "internal-error", 501: "not-implemented", 503: "unavailable",
        ]
        let ours = Dictionary(grouping: ProblemType.allCases, by: \.status).mapValues { Set($0.map(\.rawValue)) }
        #expect(ours == table.mapValues { Set($0.split(separator: " ").map(String.init)) })
    }

    @Test("501 not-implemented: a method that no resource has, before 404")
    func unknownMethods() throws {
        let client = try ContractClient()
        for method in ["TRACE", "PROPFIND", "BREW", "get"] {
            for target in ["/lists", "/nowhere", "/lists/zz", "/lists/zz/items/0-0", "/healthz"] {
                let reply = try client.send(method, target)
                #expect(reply.outcome == "501 not-implemented", "\(method) \(target): \(reply.text)")
                #expect(reply.header("Content-Type") == "application/problem+json")
            }
        }
        try #expect(client.send("PATCH", "/lists").outcome == "405 method-not-allowed")
    }

    @Test("404: not-found, list-not-found, section-not-found, item-not-found, version-not-found")
    func notFound() throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in [
            "//", "/ui", "/ui/", "/lists/", "/lists/l/", "/lists/l/items/", "/lists/l/items/0-0/", "/lists//items", "/Lists",
            "/problems/zz",
        ] {
            try #expect(client.get(target).outcome == "404 not-found", "\(target)")
        }
        try #expect(client.get("/lists/zz").outcome == "404 list-not-found")
        try #expect(client.get("/lists/l/sections/9").outcome == "404 section-not-found")
        try #expect(client.get("/lists/l/items/9-9").outcome == "404 item-not-found")
        try #expect(client.get("/lists/l?at=9").outcome.hasPrefix("404 version-not-found"))
    }

    @Test("406 not-acceptable: where no acceptable form exists")
    func notAcceptable() throws {
        let client = try ContractClient()
        try client.putLetters()
        for target in ["/lists", "/lists/l", "/lists/l/sections", "/lists/l/items", "/lists/l/items/@a", "/lists/l/export"] {
            for accept in ["application/json", "*/*", "application/*", "text/html, */*;q=0.1"] {
                try #expect(client.get(target, ["Accept": accept]).status == 200, "\(target) \(accept)")
            }
            for accept in ["text/html", "image/*, text/plain;q=0.5"] {
                try #expect(client.get(target, ["Accept": accept]).outcome == "406 not-acceptable", "\(target) \(accept)")
            }
        }
    }

    @Test("A 500 says nothing but its request id; a store that is not ready makes /readyz a 503 with Retry-After")
    func internalError() throws {
        let served = try ServedStore(FailingStore())
        let requests: [(String, String, String?)] = [
            ("GET", "/lists", nil), ("GET", "/lists/l", nil), ("GET", "/lists/l/export", nil), ("PUT", "/lists/l", "[]"),
            ("PATCH", "/lists/l", "{}"), ("DELETE", "/lists/l/items/@a", nil), ("PUT", "/items/0-0?list=l", "1"),
        ]
        for (method, target, body) in requests {
            let reply = try served.connection.send(method, target, body: body)
            #expect(reply.outcome == "500 internal-error", "\(method) \(target)")
            let id = try #require(reply.header("Request-Id"))
            #expect(reply.at("detail").contains(id) && !reply.text.contains("secret") && reply.header("Cache-Control") == "no-store")
        }
        try #expect(served.connection.get("/healthz").status == 200)
        let ready = try served.connection.get("/readyz")
        #expect(ready.outcome == "503 unavailable" && ready.header("Retry-After") != nil)
    }

    @Test("Every answer carries Request-Id, each its own")
    func requestID() throws {
        let client = try ContractClient()
        try client.putLetters()
        var ids: Set<String> = []
        let requests: [(String, String, [String: String])] = [
            ("GET", "/lists/l", [:]), ("GET", "/lists/l", [:]), ("GET", "/lists/l", ["If-None-Match": "*"]), ("HEAD", "/lists/l", [:]),
            ("OPTIONS", "/lists/l", [:]), ("GET", "/healthz", [:]), ("GET", "/metrics", [:]), ("GET", "/openapi.json", [:]),
            ("GET", "/nowhere", [:]),
            ("DELETE", "/lists/l/items/@a", [:]), ("GET", "/lists/l/export", [:]), ("PUT", "/lists/l", [:]), ("GET", "/lists?x=1", [:]),
        ]
        for (method, target, headers) in requests {
            let reply = try client.send(method, target, headers)
            ids.insert(try #require(reply.header("Request-Id"), "\(method) \(target)"))
        }
        #expect(ids.count == requests.count)
    }

    @Test(
        "Bytes that are not a request at all may get a bare 400, 414 or 431, or a closed connection",
        arguments: ["\u{0}\u{1}\r\n\r\n", "GET\r\n\r\n", "GET /lists HTTP/9.9\r\n\r\n", "\r\n\r\nxyz zyx\r\n\r\n"])
    func noRequest(bytes: String) throws {
        let client = try ContractClient()
        let raw = try client.server.connect()
        try raw.write(bytes)
        raw.endWriting()
        if let reply = try? raw.readReply() { #expect([400, 414, 431, 505].contains(reply.status), "\(reply.status)") }
        try #expect(client.get("/healthz").status == 200)
    }

    @Test("GET /healthz, /readyz, /metrics (Prometheus text), /openapi.json, /openapi.yaml")
    func service() throws {
        let client = try ContractClient()
        try #expect(client.get("/healthz").status == 200 && client.get("/readyz").status == 200)
        let metrics = try client.get("/metrics")
        #expect(metrics.status == 200 && metrics.header("Content-Type")?.hasPrefix("text/plain") == true)
        #expect(metrics.text.contains("# TYPE ") && metrics.text.contains("# HELP "))
        let json = try client.get("/openapi.json")
        #expect(json.header("Content-Type") == "application/json" && json.at("openapi").hasPrefix("3.1"))
        let yaml = try client.get("/openapi.yaml")
        #expect(yaml.status == 200 && yaml.header("Content-Type") == "application/yaml" && yaml.text.contains("openapi: "))
    }
}
