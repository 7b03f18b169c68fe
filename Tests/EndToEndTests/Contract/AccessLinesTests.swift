import Foundations
import HTTPServing
import ListAPI
import Testing

import Settings
@testable import sectional

@Suite("Contract §7: access and browsers")
struct AccessLinesTests {
    static func token(_ name: String, _ scope: Scope, _ lists: [String]? = nil) -> AccessToken {
        let grant = Grant(name: name, scope: scope, lists: lists.map { $0.map { NamePattern($0) } })
        return AccessToken(digest: SHA256Digest(of: Array(name.utf8)), grant: grant)
    }

    @Test(
        "Access: with auth.tokens every request but /healthz and /readyz needs a token: 401 without a valid one, 403 where it does not reach"
    )
    func tokens() throws {
        let client = try ContractClient {
            $0.api.access.tokens = [Self.token("reader", .read), Self.token("writer", .write, ["l", "inbox-*"])]
        }
        let (reader, writer) = (["Authorization": "Bearer reader"], ["Authorization": "Bearer writer"])
        try #expect(client.get("/healthz").status == 200 && client.get("/readyz").status == 200)
        for target in ["/lists", "/lists/l", "/metrics", "/openapi.json", "/problems/forbidden"] {
            for headers in [[:], ["Authorization": "Bearer nobody"], ["Authorization": "Basic reader"]] {
                let refused = try client.get(target, headers)
                #expect(refused.outcome == "401 unauthorized", "\(target)")
                #expect(refused.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
            }
        }
        try #expect(client.put("/lists/l", "[1]", reader).outcome == "403 forbidden")
        try #expect(client.put("/lists/l", "[1]", writer).status == 201)
        try #expect(client.put("/lists/inbox-7", "[1]", writer).status == 201)
        // A list out of reach is as one that is not there.
        try #expect(client.put("/lists/other", "[1]", writer).outcome == "404 list-not-found")
        try #expect(client.get("/lists/l/items?at=1", reader).header("Cache-Control") == "private, max-age=31536000, immutable")
    }

    @Test("Access: lists out of a token's reach are left out of GET /lists")
    func patterns() throws {
        let client = try ContractClient { $0.api.access.tokens = [Self.token("all", .write), Self.token("some", .read, ["b*"])] }
        for list in ["a", "b", "b1", "c"] { try client.put("/lists/\(list)", "[]", ["Authorization": "Bearer all"]) }
        let some = ["Authorization": "Bearer some"]
        try #expect(client.get("/lists", some).at(each: "lists.0.id", "lists.1.id", "lists.2") == "b b1 -")
        try #expect(client.get("/lists/a", some).outcome == "404 list-not-found")
        try #expect(client.get("/lists/b", some).status == 200)
    }

    @Test("Browsers: cors.origins answers preflights and exposes ETag, List-Version, Link, Location, Content-Location, Request-Id")
    func origins() throws {
        let client = try ContractClient { $0.api.access.origins = ["https://app.example"] }
        let origin = ["Origin": "https://app.example"]
        let preflight = try client.send("OPTIONS", "/lists/l", ["Origin": "https://app.example", "Access-Control-Request-Method": "PUT"])
        #expect(preflight.status == 204 && preflight.header("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.header("Access-Control-Allow-Methods")?.contains("PUT") == true)
        let made = try client.put("/lists/l", "[1]", origin)
        let exposed = made.header("Access-Control-Expose-Headers") ?? ""
        for name in ["ETag", "List-Version", "Link", "Location", "Content-Location", "Request-Id"] { #expect(exposed.contains(name)) }
        try #expect(client.get("/lists/l", ["Origin": "https://other.example"]).header("Access-Control-Allow-Origin") == nil)
    }

    @Test("Browsers: without cors.origins nothing is exposed to any origin")
    func noOrigins() throws {
        let client = try ContractClient()
        let reply = try client.get("/lists", ["Origin": "https://example.org"])
        #expect(reply.status == 200 && reply.header("Access-Control-Allow-Origin") == nil)
        let preflight = try client.send("OPTIONS", "/lists/l", ["Origin": "https://example.org", "Access-Control-Request-Method": "PUT"])
        #expect(preflight.header("Access-Control-Allow-Origin") == nil)
    }

    @Test("Access: without auth.tokens everything is open")
    func open() throws {
        let client = try ContractClient()
        try #expect(client.putLetters().status == 201)
        try #expect(client.get("/lists/l", ["Authorization": "Bearer nobody"]).status == 200)
        try #expect(client.get("/lists/l").header("WWW-Authenticate") == nil)
    }
}
