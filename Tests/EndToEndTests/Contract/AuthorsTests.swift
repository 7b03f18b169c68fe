import Foundation
import Foundations
import HTTPServing
import ListAPI
import TestSupport
import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("Contract §7: by")
struct AuthorsTests {
    private static func client(_ configure: (inout Settings) -> Void = { _ in }) throws -> ContractClient {
        try ContractClient { settings in
            settings.api.access.tokens = [("ann", Scope.write), ("bob", .write), ("root", .admin)].map { name, scope in
                AccessToken(digest: SHA256Digest(of: Array(name.utf8)), grant: Grant(name: name, scope: scope))
            }
            configure(&settings)
        }
    }

    private static func bearer(_ token: String, _ more: [String: String] = [:]) -> [String: String] {
        more.merging(["Authorization": "Bearer \(token)"]) { $1 }
    }

    /// The authors of a list's versions, the oldest first.
    private static func authors(_ client: ContractClient, _ list: String = "l") throws -> [String] {
        let reply = try client.get("/lists/\(list)/versions?limit=500", bearer("root"))
        let versions = try #require(try reply.object["versions"] as? [[String: Any]])
        return versions.reversed().map { $0["by"] as? String ?? "-" }
    }

    @Test("each entry of versions names the token that made it, whatever way it was written")
    func versions() throws {
        let client = try Self.client()
        var expected: [String] = []
        func write(_ name: String, _ method: String, _ path: String, _ body: String?, _ headers: [String: String] = [:]) throws {
            let reply = try client.send(method, "/lists/l" + path, Self.bearer(name, headers), body)
            try #require(reply.status < 300, "\(method) \(path): \(reply.text)")
            expected.append(name)
        }
        try write("ann", "PUT", "", "[[1,2,3],[4]]")
        try write("bob", "PUT", "", #"{"sections":[{"id":"S","items":[{"id":"a","value":1},{"id":"b","value":2}]},{"id":"T"}]}"#)
        try write("ann", "PUT", "/items/@a", "7")
        try write("bob", "PATCH", "/items/@a", #"{"k":1}"#)
        try write("ann", "PATCH", "/items/@a", #"[{"op":"add","path":"/x","value":1}]"#, ["Content-Type": "application/json-patch+json"])
        try write("bob", "POST", "/items/@a/move", #"{"to":[1,0]}"#)
        try write("ann", "POST", "/sections/0/items", #"{"item":{"value":9}}"#)
        try write("bob", "DELETE", "/items/@b", nil)
        try write("ann", "POST", "/sections", #"{"section":{"id":"U"}}"#)
        try write("bob", "PATCH", "/sections/@U", #"{"header":"u"}"#)
        try write("ann", "POST", "/sections/@U/move", #"{"index":0}"#)
        try write("bob", "DELETE", "/sections/@U", nil)
        try write("ann", "PATCH", "", #"{"title":"t"}"#)
        try write("bob", "POST", "/batch", #"{"operations":[{"op":"insertItem","section":0,"item":{"value":1}}]}"#)
        try write("ann", "PUT", "", "{\"item\":{\"value\":1}}\n", ["Content-Type": "application/x-ndjson"])
        // Long enough to be prepared beside the writer.
        let many = (0..<5_000).map { "{\"item\":{\"value\":\($0)}}\n" }.joined()
        try write("bob", "PUT", "", many, ["Content-Type": "application/x-ndjson"])
        try write("ann", "PUT", "", "[" + (0..<6_000).map { "\($0 + 7)" }.joined(separator: ",") + "]")
        try #expect(Self.authors(client) == expected)
        // What makes no version has no author.
        try client.put("/lists/l", "[" + (0..<6_000).map { "\($0 + 7)" }.joined(separator: ",") + "]", Self.bearer("bob"))
        try client.put("/lists/l/items/0-0", "7", Self.bearer("bob"))
        try #expect(Self.authors(client) == expected)
        try client.delete("/lists/l", Self.bearer("bob"))
        try client.put("/lists/l", "[1]", Self.bearer("bob"))
        try #expect(Self.authors(client) == ["bob"])
        let items = try client.put("/items/0-0?list=l", "5", Self.bearer("ann"))
        #expect(items.status == 200)
        try #expect(Self.authors(client) == ["bob", "ann"])
    }

    @Test("each interaction names its token: in the answer, read back, and in the body of a webhook, byte for byte")
    func interactions() throws {
        let receiver = try Receiver()
        let client = try Self.client { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let hook = "{\"url\":\"\(receiver.url("/ok"))\",\"ordered\":true,\"events\":[\"item.selected\",\"item.action\"]}"
        try #expect(client.post("/webhooks", hook, Self.bearer("root")).status == 201)
        try client.put("/lists/l", "[[1]]", Self.bearer("ann"))
        let answers = try [("ann", "select"), ("bob", "actions/a")].map { name, action in
            let reply = try client.post("/lists/l/items/0-0/\(action)", "", Self.bearer(name))
            #expect(reply.status == 202 && reply.at("by") == name)
            #expect(
                reply.memberNames == ["id", "sequence", "type", "action", "list", "version", "item", "context", "timestamp", "by"])
            return reply.text
        }
        let page = try client.get("/lists/l/interactions", Self.bearer("root"))
        #expect(page.text == "{\"list\":\"l\",\"interactions\":[\(answers.joined(separator: ","))],\"next\":null}")
        for (delivery, answer) in zip(try receiver.wait(for: 2), answers) {
            #expect(delivery.body.hasSuffix(",\"data\":\(answer)}"))
        }
    }

    @Test("a webhook names the token that made it, for good: changed by another, after a restart and when the token is gone")
    func webhooks() throws {
        let folder = try TestFolder()
        let hook = #"{"url":"https://93.184.215.14/hooks"}"#
        func serve(_ names: [String]) throws -> TestServer {
            try TestServer(database: folder.database) { settings in
                settings.api.access.tokens = names.map {
                    AccessToken(digest: SHA256Digest(of: Array($0.utf8)), grant: Grant(name: $0, scope: .admin))
                }
            }
        }
        let server = try serve(["ann", "bob"])
        let client = try server.connect()
        let made = try client.send("POST", "/webhooks", Self.bearer("ann"), body: hook)
        #expect(made.status == 201 && made.at("by") == "ann")
        let changed = try client.send("PATCH", "/webhooks/\(made.at("id"))", Self.bearer("bob"), body: #"{"description":"x"}"#)
        #expect(changed.status == 200 && changed.at("by") == "ann")
        server.stop()
        let open = try serve([])
        let later = try open.connect()
        try #expect(later.get("/webhooks/\(made.at("id"))").at("by") == "ann")
        try #expect(later.send("POST", "/webhooks", body: hook).at("by") == "-")
        try #expect(later.get("/webhooks").at(each: "webhooks.0.by", "webhooks.1.by") == "ann -")
    }

    @Test("is absent from what was made without tokens, stays when they are gone, and a replay says what was said")
    func absence() throws {
        let folder = try TestFolder()
        let open = try TestServer(database: folder.database)
        let client = try open.connect()
        try client.send("PUT", "/lists/l", body: "[[1]]")
        let selected = try client.send("POST", "/lists/l/items/0-0/select")
        #expect(selected.status == 202 && selected.at("by") == "-")
        open.stop()
        let closed = try TestServer(database: folder.database) { settings in
            settings.api.access.tokens = ["ann"].map {
                AccessToken(digest: SHA256Digest(of: Array($0.utf8)), grant: Grant(name: $0, scope: .write))
            }
        }
        let named = try closed.connect()
        let headers = Self.bearer("ann", ["Idempotency-Key": "k"])
        let first = try named.send("POST", "/lists/l/items/0-0/select", headers)
        let again = try named.send("POST", "/lists/l/items/0-0/select", headers)
        #expect(first.at("by") == "ann" && again.text == first.text && again.header("Idempotency-Replayed") == "true")
        try named.send("PATCH", "/lists/l/items/0-0", headers.merging(["Idempotency-Key": "j"]) { $1 }, body: "2")
        try named.send("PATCH", "/lists/l/items/0-0", headers.merging(["Idempotency-Key": "j"]) { $1 }, body: "2")
        let versions = try named.get("/lists/l/versions", Self.bearer("ann"))
        #expect(versions.at(each: "versions.0.by", "versions.1.by", "versions.2") == "ann - -")
        closed.stop()
        let opened = try TestServer(database: folder.database)
        let last = try opened.connect()
        try last.send("PATCH", "/lists/l/items/0-0", body: "3")
        let reply = try last.get("/lists/l/versions")
        #expect(reply.at(each: "versions.0.by", "versions.1.by", "versions.2.by") == "- ann -")
        try #expect(last.get("/lists/l/interactions").at(each: "interactions.0.by", "interactions.1.by") == "- ann")
    }
}
