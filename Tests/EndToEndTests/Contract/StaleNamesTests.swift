import Testing

import Settings
import SQLiteStore
@testable import sectional

@Suite("Contract §3: an index path from an older version")
struct StaleNamesTests {
    /// Letters `a b c | d` in version 1; in version 2 the sections stand the other way around, in version 3 `b` is the last of `G`.
    private static func moved() throws -> ContractClient {
        let client = try ContractClient()
        try client.putLetters()
        try client.post("/lists/l/sections/@G/move", #"{"index":0}"#)
        try client.post("/lists/l/items/@b/move", #"{"to":[0,1]}"#)
        try #expect(client.order() == "d b | a c" && client.version() == "3")
        return client
    }

    @Test("?at=V on a write: the names in the path are those of version V, and the write lands on that item, wherever it is at the head")
    func items() throws {
        for (route, list) in [("/lists/l/items/", ""), ("/items/", "&list=l")] {
            let client = try Self.moved()
            let put = try client.put("\(route)0-1?at=1\(list)", "7")
            #expect(put.at(each: "id", "indexPath", "revision", "value") == "b [0,1] 4 7", "\(put.text)")
            #expect(put.header("Content-Location") == "/lists/l/items/0-1?at=4" && put.header("ETag") == "\"r4-0.1@b\"")
            let patch = try client.patch("\(route)0-2?at=1\(list)", #"{"x":1}"#)
            #expect(patch.at(each: "id", "indexPath") == "c [1,1]" && patch.header("Content-Location") == "/lists/l/items/1-1?at=5")
            try #expect(client.get("/lists/l/items/@b").at("value") == "7")
        }
        let client = try Self.moved()
        try #expect(client.post("/lists/l/items/0-0/move?at=1", #"{"to":[0,0]}"#).at(each: "id", "indexPath") == "a [0,0]")
        try #expect(client.delete("/lists/l/items/1-0?at=1").status == 204)
        try #expect(client.order() == "a b | c")
        try #expect(client.put("/lists/l/items/@c?at=1", "8").at(each: "id", "indexPath") == "c [1,0]")
    }

    @Test("?at=V on a write to a section")
    func sections() throws {
        let client = try Self.moved()
        let patched = try client.patch("/lists/l/sections/0?at=1", #"{"header":"x"}"#)
        #expect(patched.at(each: "id", "index", "header") == "F 1 x", "\(patched.text)")
        let inserted = try client.post("/lists/l/sections/1/items?at=1", #"{"item":{"id":"e","value":1},"index":0}"#)
        #expect(inserted.status == 201 && inserted.at("items.0.indexPath") == "[0,0]", "\(inserted.text)")
        try #expect(client.order() == "e d b | a c")
        try #expect(client.post("/lists/l/sections/0/move?at=1", #"{"index":0}"#).at(each: "id", "index") == "F 0")
        try #expect(client.delete("/lists/l/sections/1?at=1").status == 204)
        try #expect(client.order() == "a c")
    }

    @Test("before and after are names of version V, too; index and to always count at the head")
    func neighbours() throws {
        let client = try Self.moved()
        // 0-1 was b, which is the last of G now.
        try #expect(client.post("/lists/l/items/@a/move?at=1", #"{"before":"0-1"}"#).at("indexPath") == "[0,1]")
        try #expect(client.order() == "d a b | c")
        try #expect(client.post("/lists/l/sections/1/items?at=1", #"{"item":{"id":"e","value":1},"after":"1-0"}"#).status == 201)
        try #expect(client.order() == "d e a b | c")
        try #expect(client.post("/lists/l/sections?at=1", #"{"section":{"id":"H"},"after":1}"#).at("index") == "1")
        try #expect(client.post("/lists/l/sections/@H/move?at=6", #"{"before":"0"}"#).at("index") == "0")
        try #expect(client.post("/lists/l/sections/0/move?at=1", #"{"after":"1"}"#).at(each: "id", "index") == "F 2")
        // b was never in F's rows of version 1 where it is now: a neighbour has to stand in the section at the head.
        let elsewhere = try client.post("/lists/l/sections/0/items?at=1", #"{"item":{"value":1},"before":"0-1"}"#)
        #expect(elsewhere.outcome == "422 reference-not-found /before")
        try #expect(client.post("/lists/l/items/0-0/move?at=1", #"{"to":[0,9]}"#).outcome == "422 index-out-of-range /to/1")
    }

    @Test("Deleted since: 409 item-gone or section-gone, and nothing changes; inserted again it is the same")
    func gone() throws {
        let client = try Self.moved()
        try client.delete("/lists/l/items/@b")
        for (method, target, body) in [
            ("PUT", "/lists/l/items/0-1?at=1", "7"), ("PUT", "/items/0-1?at=1&list=l", "7"), ("PATCH", "/lists/l/items/@b?at=1", "7"),
            ("DELETE", "/lists/l/items/0-1?at=3", ""), ("POST", "/lists/l/items/0-1/move?at=1", #"{"to":[0,0]}"#),
            ("POST", "/lists/l/items/@a/move?at=1", #"{"before":"@b"}"#),
            ("POST", "/lists/l/sections/@F/items?at=1", #"{"item":{"value":1},"after":"0-1"}"#),
        ] {
            // Also with a precondition that is false: what is gone is reported first.
            for headers in [[:], ["If-Match": "\"x\""]] {
                let reply = try client.send(method, target, headers, body.isEmpty ? nil : body)
                #expect(reply.outcome.hasPrefix("409 item-gone"), "\(method) \(target): \(reply.text)")
            }
        }
        try client.delete("/lists/l/sections/@G")
        for (method, target, body) in [
            ("PATCH", "/lists/l/sections/1?at=1", #"{"header":1}"#), ("DELETE", "/lists/l/sections/@G?at=1", ""),
            ("POST", "/lists/l/sections/1/move?at=1", #"{"index":0}"#), ("POST", "/lists/l/sections/@F/move?at=1", #"{"before":1}"#),
            ("POST", "/lists/l/sections/1/items?at=1", #"{"item":{"value":1}}"#),
            ("POST", "/lists/l/sections?at=1", #"{"section":{},"after":"1"}"#),
        ] {
            let reply = try client.send(method, target, [:], body.isEmpty ? nil : body)
            #expect(reply.outcome.hasPrefix("409 section-gone"), "\(method) \(target): \(reply.text)")
        }
        try #expect(client.version() == "5")
        try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"b","value":"b"},"index":0}"#)
        try #expect(client.put("/lists/l/items/0-1?at=1", "7").at(each: "id", "indexPath", "value") == "b [0,0] 7")
    }

    @Test("An @id that was not in V is 404 in the path and 422 in the body; a place that V had not is 404")
    func absent() throws {
        let client = try Self.moved()
        try client.post("/lists/l/sections/@F/items", #"{"item":{"id":"e","value":1}}"#)
        try client.post("/lists/l/sections", #"{"section":{"id":"H"}}"#)
        try #expect(client.put("/lists/l/items/@e?at=1", "7").outcome == "404 item-not-found")
        try #expect(client.put("/lists/l/items/1-1?at=1", "7").outcome == "404 item-not-found")
        try #expect(client.patch("/lists/l/sections/@H?at=1", "{}").outcome == "404 section-not-found")
        try #expect(client.post("/lists/l/items/@a/move?at=1", #"{"before":"@e"}"#).outcome == "422 reference-not-found /before")
        try #expect(client.post("/lists/l/sections/@F/move?at=1", #"{"after":"@H"}"#).outcome == "422 reference-not-found /after")
        try #expect(client.post("/lists/l/sections?at=1", #"{"section":{},"before":2}"#).outcome == "422 reference-not-found /before")
        // The order of checks: what a body names comes after the precondition.
        let wrong = ["If-Match": "\"x\""]
        try #expect(client.post("/lists/l/items/@a/move?at=1", #"{"before":"@e"}"#, wrong).outcome == "412 precondition-failed")
        try #expect(client.put("/lists/l/items/@e?at=1", "7", wrong).outcome == "404 item-not-found")
        try #expect(client.version() == "5")
    }

    static let writes: [(String, String, String?)] = [
        ("PUT", "/lists/l/items/0-0", "7"), ("PATCH", "/lists/l/items/0-0", "7"), ("DELETE", "/lists/l/items/0-0", nil),
        ("POST", "/lists/l/items/0-0/move", #"{"to":[0,1]}"#), ("PUT", "/items/0-0?list=l", "7"), ("PATCH", "/items/0-0?list=l", "7"),
        ("PATCH", "/lists/l/sections/0", #"{"header":7}"#), ("DELETE", "/lists/l/sections/0", nil),
        ("POST", "/lists/l/sections/0/move", #"{"index":1}"#), ("POST", "/lists/l/sections", #"{"section":{}}"#),
        ("POST", "/lists/l/sections/0/items", #"{"item":{"value":1}}"#),
    ]

    @Test("A V above the head is 404 version-not-found, one older than the history 410, below 1 a 400", arguments: writes)
    func versions(method: String, target: String, body: String?) throws {
        let client = try ContractClient {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        try client.putLetters()
        func outcome(_ version: String) throws -> String {
            try client.send(method, target + (target.contains("?") ? "&" : "?") + "at=\(version)", [:], body).outcome
        }
        try #expect(outcome("2") == "404 version-not-found")
        try #expect(outcome("99999999999999999999") == "404 version-not-found")
        for version in ["0", "-1", "x", "01", ""] { try #expect(outcome(version) == "400 bad-parameter at", "\(version)") }
        for number in 0..<40 { try client.patch("/lists/l", "{\"title\":\"\(number)\"}") }
        try #expect(outcome("1") == "410 version-gone")
        try #expect(client.version() == "41")
        try #expect(outcome("40").hasPrefix("20"))
        try client.delete("/lists/l")
        try #expect(outcome("41") == "410 version-gone")
        try #expect(outcome("99") == "404 list-not-found")
    }

    @Test("Where nothing is named, at means nothing")
    func nameless() throws {
        let client = try ContractClient()
        try client.putLetters()
        for (method, target, body) in [
            ("PUT", "/lists/l", "[]"), ("PATCH", "/lists/l", "{}"), ("DELETE", "/lists/l", ""),
            ("POST", "/lists/l/batch", #"{"operations":[]}"#),
        ] {
            let reply = try client.send(method, target + "?at=1", [:], body.isEmpty ? nil : body)
            #expect(reply.outcome == "400 bad-parameter at", "\(method) \(target)")
        }
    }

    @Test("With at=V the place in \"rR-S.I@ID\" is that of V, the revision is the head's")
    func preconditions() throws {
        let client = try Self.moved()
        try #expect(client.put("/lists/l/items/0-1?at=1", "7", ["If-Match": "\"r1-0.1@b\""]).status == 200)
        // The head's place would be another's in that version.
        try client.post("/lists/l/items/@b/move", #"{"to":[1,0]}"#)
        let old = try client.put("/lists/l/items/0-1?at=1", "8", ["If-Match": "\"r4-1.0@b\""])
        #expect(old.outcome == "412 precondition-failed" && old.at(each: "current.id", "current.indexPath", "current.value") == "b [1,0] 7")
        #expect(old.header("ETag") == "\"r4-1.0@b\"")
        try #expect(client.put("/lists/l/items/0-1?at=1", "8", ["If-Match": "\"r1-0.1@b\""]).outcome == "412 precondition-failed")
        try #expect(client.put("/lists/l/items/0-1?at=1", "8", ["If-Match": "\"r1@b\""]).outcome == "412 precondition-failed")
        try #expect(client.put("/lists/l/items/0-1?at=1", "8", ["If-Match": "\"r4-0.1@b\""]).status == 200)
        try #expect(client.delete("/lists/l/items/0-1?at=1", ["If-Match": "\"r6@b\""]).status == 204)
        // Sections have the list's tag, which is the head's.
        try #expect(client.patch("/lists/l/sections/0?at=1", #"{"header":7}"#, ["If-Match": "\"v1\""]).outcome == "412 precondition-failed")
        let section = try client.patch("/lists/l/sections/0?at=1", #"{"header":7}"#, ["If-Match": "\"v7\""])
        #expect(section.at(each: "id", "index", "header") == "F 1 7", "\(section.text)")
        let page = try client.post("/lists/l/sections/1/items?at=1", #"{"item":{"value":1}}"#, ["If-Match": "\"v1\""])
        #expect(page.outcome == "412 precondition-failed" && page.at("current.section.id") == "G", "\(page.text)")
    }

    @Test("An idempotency key is for one version of names")
    func keys() throws {
        let client = try Self.moved()
        let key = ["Idempotency-Key": "k"]
        let first = try client.put("/lists/l/items/0-1?at=1", "7", key)
        let again = try client.put("/lists/l/items/0-1?at=1", "7", key)
        #expect(again.body == first.body && again.header("Idempotency-Replayed") == "true")
        try #expect(client.put("/lists/l/items/0-1?at=3", "7", key).outcome == "422 idempotency-key-reused Idempotency-Key")
    }
}
