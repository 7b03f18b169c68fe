import Foundation
import HTTPServing
import HTTPTypes
import ListAPI
import Ports
import Testing

@Suite("Requests across origins")
struct CrossOriginTests {
    private static let page = "https://app.example"
    private static let exposed =
        "ETag, List-Version, Link, Location, Content-Location, Request-Id, Idempotency-Replayed, Preference-Applied, Retry-After, List-Created"
    private static let preflight = ["Origin": page, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "if-match"]

    private static func api(_ origins: [String], tokens: [AccessToken] = []) async throws -> TestAPI {
        let api = try TestAPI { settings in
            settings.origins = origins
            settings.tokens = tokens
        }
        try await api.send(.put, "/lists/a", TestTokens.bearer("root"), body: #"[["x"]]"#)
        return api
    }

    @Test("an allowed origin gets an answer to its preflight, without a token, with the methods of that route")
    func preflights() async throws {
        for tokens in [[], [TestTokens.token("root", .admin)]] {
            let api = try await Self.api([Self.page], tokens: tokens)
            for (target, methods) in [
                ("/lists/a", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"), ("/lists/a/items/0-0/move", "POST, OPTIONS"),
                ("/lists", "GET, HEAD, OPTIONS"),
                ("/nowhere", "GET, HEAD, PUT, PATCH, DELETE, POST, OPTIONS"),
            ] {
                let answer = try await api.send(.options, target, Self.preflight)
                #expect(answer.status == 204 && answer.bytes.isEmpty)
                #expect(
                    answer["access-control-allow-origin"] == Self.page && answer["access-control-allow-methods"] == methods, "\(target)")
                #expect(answer["allow"] == methods && answer["vary"] == "Origin" && answer["access-control-max-age"] == "7200")
                #expect(answer["access-control-allow-credentials"] == nil)
            }
        }
    }

    @Test(
        "a preflight allows the headers that the contract reads",
        arguments: [
            "Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Prefer", "Accept-Cell-Types", "Last-Event-ID",
        ])
    func allowedHeaders(name: String) async throws {
        let answer = try await Self.api([Self.page]).send(.options, "/lists/a", Self.preflight)
        #expect(answer["access-control-allow-headers"]?.components(separatedBy: ", ").contains(name) == true)
    }

    @Test("every answer to an allowed origin can be read, with the headers of the contract: now and later, kept, refused, streamed")
    func answers() async throws {
        let api = try await Self.api([Self.page], tokens: [TestTokens.token("root", .admin)])
        let root = TestTokens.bearer("root").merging(["Origin": Self.page]) { $1 }
        let requests: [(HTTPRequest.Method, String, [String: String], Int)] = [
            (.get, "/lists/a", root, 200), (.get, "/lists/a", root, 200), (.get, "/lists/a", root, 200),
            (.get, "/lists/a", root.merging(["If-None-Match": "\"v1\""]) { $1 }, 304), (.get, "/lists/a", ["Origin": Self.page], 401),
            (.get, "/lists/nowhere", root, 404), (.get, "/nowhere", root, 404), (.put, "/lists/a", root, 400),
            (.delete, "/lists/nowhere", root, 404),
            (.get, "/lists/a/export", root, 200), (.get, "/openapi.json", root, 200), (.get, "/healthz", root, 200),
            (.options, "/lists/a", root, 204),
            (.head, "/lists/a", root, 200), (.delete, "/lists/a", root, 204),
        ]
        for (method, target, headers, status) in requests {
            let answer = try await api.send(method, target, headers)
            #expect(answer.status == status, "\(method) \(target)")
            #expect(answer["access-control-allow-origin"] == Self.page, "\(method) \(target) \(status)")
            #expect(answer["access-control-expose-headers"] == Self.exposed, "\(method) \(target) \(status)")
            #expect(answer.all("vary").joined(separator: ", ").hasSuffix("Origin"), "\(method) \(target) \(status)")
        }
    }

    @Test(
        "another origin gets the same answers without a word on origins but that they depend on it",
        arguments: [
            "https://other.example", "http://app.example", "https://app.example:444", "https://app.example.evil.example", "null",
            "https://APP.example",
            "https://app.example, https://app.example",
        ])
    func others(origin: String) async throws {
        let api = try await Self.api([Self.page, "http://localhost:3000"])
        for _ in 0..<3 {
            for headers in [["Origin": origin], [:]] {
                let answer = try await api.get("/lists/a", headers)
                #expect(answer.status == 200 && answer["vary"] == "Accept-Encoding, Accept-Cell-Types, Origin")
                #expect(!answer.headerNames.contains { $0.hasPrefix("access-control") })
            }
            #expect(try await api.get("/lists/a", ["Origin": Self.page])["access-control-allow-origin"] == Self.page)
            #expect(
                try await api.get("/lists/a", ["Origin": "http://localhost:3000"])["access-control-allow-origin"] == "http://localhost:3000"
            )
        }
        let options = try await api.send(.options, "/lists/a", Self.preflight.merging(["Origin": origin]) { $1 })
        #expect(options.status == 204 && !options.headerNames.contains { $0.hasPrefix("access-control") })
        let guarded = try await Self.api([Self.page], tokens: [TestTokens.token("root", .admin)])
        #expect(try await guarded.send(.options, "/lists/a", Self.preflight.merging(["Origin": origin]) { $1 }).status == 401)
    }

    @Test("an OPTIONS that is no preflight needs a token, from an allowed origin too")
    func plainOptions() async throws {
        let api = try await Self.api([Self.page], tokens: [TestTokens.token("root", .admin)])
        #expect(try await api.send(.options, "/lists/a", ["Origin": Self.page]).status == 401)
        #expect(try await api.send(.options, "/lists/a", ["Access-Control-Request-Method": "PUT"]).status == 401)
        #expect(try await api.get("/lists/a", Self.preflight).status == 401)
    }

    @Test("where all origins are allowed no answer depends on one")
    func every() async throws {
        let api = try await Self.api(["*"])
        for headers in [["Origin": Self.page], ["Origin": "null"], [:]] {
            for _ in 0..<3 {
                let answer = try await api.get("/lists/a", headers)
                #expect(answer["access-control-allow-origin"] == "*" && answer["vary"] == "Accept-Encoding, Accept-Cell-Types")
                #expect(answer["access-control-expose-headers"] == Self.exposed)
            }
        }
        let answer = try await api.send(.options, "/lists/a", Self.preflight)
        #expect(answer["access-control-allow-origin"] == "*" && answer["vary"] == nil && answer["access-control-allow-methods"] != nil)
    }

    @Test("without allowed origins nothing is said of them")
    func none() async throws {
        let api = try await Self.api([])
        for answer in [try await api.get("/lists/a", ["Origin": Self.page]), try await api.send(.options, "/lists/a", Self.preflight)] {
            #expect(!answer.headerNames.contains { $0.hasPrefix("access-control") })
            #expect(answer["vary"]?.contains("Origin") != true)
        }
    }
}
