import Foundation
import Foundations
import ListAPI
import SQLiteStore
import Testing

import Settings
@testable import sectional

@Suite("Contract §11: revert")
struct RevertTests {
    /// A client of a list with three versions: letters, then `b` changed, `c` moved and `d` deleted, then other properties.
    private static func client(_ configure: (inout Settings) -> Void = { _ in }) throws -> ContractClient {
        let client = try ContractClient(configure)
        try client.putLetters()
        let operations = [
            #"{"op":"updateItem","item":"@b","value":"B"}"#, #"{"op":"moveItem","item":"@c","to":[0,0]}"#,
            #"{"op":"deleteItem","item":"@d"}"#,
        ]
        try client.post("/lists/l/batch", "{\"operations\":[\(operations.joined(separator: ","))]}")
        try client.patch("/lists/l", #"{"title":"Other","metadata":{"a":1},"defaultType":"T","identity":"/id"}"#)
        return client
    }

    private static func revisions(_ client: ContractClient) throws -> String {
        let items = try #require(try client.get("/lists/l/items").object["items"] as? [[String: Any]])
        return items.map { "\($0["id"] ?? "")\($0["revision"] ?? "")" }.joined(separator: " ")
    }

    @Test("POST /lists/{list}/revert {\"to\":V} makes a new version whose content is that of version V: 200 List")
    func content() throws {
        let client = try Self.client()
        let reply = try client.post("/lists/l/revert", #"{"to":1}"#)
        #expect(reply.status == 200 && reply.header("ETag") == "\"v4\"" && reply.header("List-Version") == "4")
        #expect(reply.at(each: "version", "title", "metadata", "defaultType", "identity") == "4 Letters {} null null")
        #expect(try client.order() == "a b c | d")
        #expect(try client.get("/lists/l/items/@b").at("value") == "b")
        let sections = try client.get("/lists/l/sections")
        #expect(sections.at(each: "sections.0.id", "sections.0.header", "sections.1.id", "sections.1.header") == "F First G null")
    }

    @Test("What is the same stays, with its revision; an item that differs or is not there gets the new version as its revision")
    func revisions() throws {
        let client = try Self.client()
        try client.post("/lists/l/revert", #"{"to":1}"#)
        #expect(try Self.revisions(client) == "a1 b4 c1 d4")
        #expect(try client.get("/lists/l/items/@b").header("ETag") != client.get("/lists/l/items/@b?at=1").header("ETag"))
    }

    @Test("changes and events tell the difference as of any write")
    func changes() throws {
        let client = try Self.client()
        try client.post("/lists/l/revert", #"{"to":1}"#)
        let changes = try client.get("/lists/l/changes?since=3")
        // Another defaultType shows every item anew.
        #expect(changes.at(each: "from", "to", "reload", "properties.title") == "3 4 true Letters")
        let same = try client.post("/lists/l/revert", #"{"to":3}"#)
        #expect(same.header("List-Version") == "5")
        try client.patch("/lists/l", #"{"defaultType":null}"#)
        try client.post("/lists/l/batch", #"{"operations":[{"op":"updateItem","item":"@a","value":1},{"op":"deleteItem","item":"@b"}]}"#)
        try client.post("/lists/l/revert", #"{"to":6}"#)
        let stage = try client.get("/lists/l/changes?since=7&to=8")
        #expect(stage.at("stages.0.items.inserted.0.item.id") == "b" && stage.at("stages.0.items.updated.0.item.id") == "a")
        #expect(stage.at("stages.1") == "-")
    }

    @Test("200 without a version where nothing differs")
    func nothing() throws {
        let client = try Self.client()
        for body in [#"{"to":3}"#, #"{"to":3}"#] {
            let reply = try client.post("/lists/l/revert", body)
            #expect(reply.status == 200 && reply.header("List-Version") == "3")
        }
        try client.put("/lists/l/items/@a", "1")
        try client.put("/lists/l/items/@a", "\"a\"")
        #expect(try client.post("/lists/l/revert", #"{"to":3}"#).header("List-Version") == "5")
        #expect(try Self.revisions(client).contains("a5"))
    }

    @Test("V below 1 is 422 invalid-value, above the head 422 reference-not-found, a list that is not there 404")
    func errors() throws {
        let client = try Self.client()
        for body in [#"{"to":0}"#, #"{"to":-1}"#, #"{"to":1.5}"#, #"{"to":"1"}"#, #"{"to":null}"#, "{}", "[]"] {
            #expect(try client.post("/lists/l/revert", body).outcome.hasPrefix("422 invalid-value"), "\(body)")
        }
        for body in [#"{"to":4}"#, #"{"to":99999999999999999999}"#] {
            #expect(try client.post("/lists/l/revert", body).outcome == "422 reference-not-found /to", "\(body)")
        }
        #expect(try client.post("/lists/l/revert", #"{"to":1,"at":1}"#).outcome == "422 unknown-key /at")
        #expect(try client.post("/lists/l/revert", "").outcome.hasPrefix("400 malformed-json"))
        #expect(try client.post("/lists/l/revert?at=1", #"{"to":1}"#).outcome == "400 bad-parameter at")
        #expect(try client.post("/lists/none/revert", #"{"to":1}"#).outcome == "404 list-not-found")
        #expect(try client.get("/lists/l/revert").outcome == "405 method-not-allowed")
        // The order of checks: the target, the precondition, the meaning.
        #expect(try client.post("/lists/none/revert", #"{"to":0}"#).status == 404)
        #expect(try client.post("/lists/l/revert", #"{"to":0}"#, ["If-Match": "\"v1\""]).status == 412)
        #expect(try client.post("/lists/l/revert", #"{"to":9}"#, ["If-Match": "\"v1\""]).status == 412)
        #expect(try client.version() == "3")
    }

    @Test("A version that is not kept any more is 410 version-gone with oldest and head")
    func gone() throws {
        let client = try ContractClient {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        for value in 1...30 { try client.put("/lists/l", "[\(value)]") }
        let reply = try client.post("/lists/l/revert", #"{"to":1}"#, ["If-Match": "\"v1\""])
        #expect(reply.outcome == "410 version-gone" && reply.at(each: "oldest", "head") == "15 30")
        #expect(try client.post("/lists/l/revert", #"{"to":15}"#).status == 200)
        try client.delete("/lists/l")
        #expect(try client.post("/lists/l/revert", #"{"to":20}"#).outcome == "404 list-not-found")
        try client.put("/lists/l", "[1]")
        #expect(try client.post("/lists/l/revert", #"{"to":20}"#).outcome == "410 version-gone")
    }

    @Test("If-Match is the list's, and undo is a revert with If-Match of one's own version")
    func undo() throws {
        let client = try Self.client()
        let own = try client.put("/lists/l/items/@a", "1").header("List-Version") ?? ""
        let conflict = try client.post("/lists/l/revert", #"{"to":3}"#, ["If-Match": "\"v3\""])
        #expect(conflict.status == 412 && conflict.at("current.version") == "4")
        #expect(try client.post("/lists/l/revert", #"{"to":3}"#, ["If-Match": "\"v\(own)\""]).status == 200)
        #expect(try client.get("/lists/l/items/@a").at("value") == "a")
        #expect(try client.post("/lists/l/revert", #"{"to":4}"#).status == 200)
        #expect(try client.get("/lists/l/items/@a").at("value") == "1")
    }

    @Test("Idempotency-Key and Prefer are those of a POST below a list")
    func headers() throws {
        let client = try Self.client()
        let key = ["Idempotency-Key": "k"]
        let first = try client.post("/lists/l/revert", #"{"to":1}"#, key)
        let again = try client.post("/lists/l/revert", #"{"to":1}"#, key)
        #expect(first.status == 200 && again.text == first.text && again.header("Idempotency-Replayed") == "true")
        #expect(try client.post("/lists/l/revert", #"{"to":2}"#, key).outcome.hasPrefix("422 idempotency-key-reused"))
        let minimal = try client.post("/lists/l/revert", #"{"to":2}"#, ["Prefer": "return=minimal"])
        #expect(minimal.status == 204 && minimal.header("Preference-Applied") == "return=minimal" && minimal.header("ETag") == "\"v5\"")
    }

    @Test("It is no PUT, PATCH or DELETE, which requirePreconditions is about")
    func required() throws {
        let client = try ContractClient { $0.api.requirePreconditions = true }
        try client.putLetters()
        try client.post("/lists/l/sections", #"{"section":{"id":"H"}}"#)
        #expect(try client.post("/lists/l/revert", #"{"to":1}"#).at(each: "version", "sectionCount") == "3 2")
    }

    @Test("It needs the scope write and reach of the list, and its version says by whom it was made")
    func access() throws {
        let client = try ContractClient { settings in
            settings.api.access.tokens = [("ann", Scope.write, "l"), ("bob", .read, "l"), ("eve", .write, "m")].map { name, scope, list in
                let grant = Grant(name: name, scope: scope, lists: [NamePattern(list)])
                return AccessToken(digest: SHA256Digest(of: Array(name.utf8)), grant: grant)
            }
        }
        func headers(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }
        for value in 1...2 { try client.put("/lists/l", "[\(value)]", headers("ann")) }
        #expect(try client.post("/lists/l/revert", #"{"to":1}"#, headers("bob")).outcome == "403 forbidden")
        #expect(try client.post("/lists/l/revert", #"{"to":1}"#, headers("eve")).status == 404)
        #expect(try client.post("/lists/l/revert", #"{"to":1}"#, headers("ann")).status == 200)
        #expect(try client.get("/lists/l/versions", headers("ann")).at("versions.0.by") == "ann")
    }
}
