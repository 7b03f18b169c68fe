import Foundation
import Testing

import ListAPI
import Settings
@testable import sectional

@Suite("Contract §9: writing through a view")
struct ViewWritesTests {
    @Test("PUT and PATCH of an item, by either route, are that write to the source's item; names, version and answer are the view's")
    func values() throws {
        for (route, list) in [("/lists/v/items/", ""), ("/items/", "?list=v")] {
            let client = try ViewsTests.made()
            let patch = try client.patch("\(route)0-1\(list)", #"{"x":1}"#)
            #expect(
                patch.at(each: "list", "id", "indexPath", "revision", "value") == "v c [0,1] 2 {\"f\":1,\"k\":1,\"x\":1}", "\(patch.text)")
            #expect(patch.header("List-Version") == "2" && patch.header("Content-Location") == "/lists/v/items/0-1?at=2")
            try #expect(client.get("/lists/l/items/@c").at(each: "revision", "indexPath") == "2 [0,2]")
            try #expect(patch.header("ETag") == client.get("/lists/v/items/@c").header("ETag"))
            let put = try client.put("\(route)1-0\(list)", #"{"k":1,"y":2}"#)
            #expect(put.at(each: "id", "type", "cell", "indexPath") == "d T T [1,0]", "\(put.text)")
            try #expect(client.version("l") == "3" && client.version("v") == "3")
        }
    }

    @Test("An item that the write takes out of the view has no index path, the tag of its content, and no Content-Location")
    func departs() throws {
        let client = try ViewsTests.made()
        let reply = try client.put("/lists/v/items/@a", #"{"k":7}"#)
        #expect(reply.outcome == "200" && reply.at(each: "list", "id", "indexPath", "revision") == "v a null 2", "\(reply.text)")
        #expect(reply.header("ETag") == "\"r2@a\"" && reply.header("Content-Location") == nil && reply.header("List-Version") == "2")
        try #expect(client.get("/lists/v/items/@a").outcome == "404 item-not-found")
        // It has left since 1, though the source has it.
        try #expect(client.put("/lists/v/items/0-0?at=1", "1").outcome == "409 item-gone")
        try #expect(client.put("/lists/v/items/@a", "1").outcome == "404 item-not-found")
        try #expect(client.put("/lists/v/items/@b", "1").outcome == "404 item-not-found")
        try #expect(client.get("/lists/l/items/@a").at("value") == "{\"k\":7}")
    }

    @Test("DELETE of an item is one of the source's")
    func deletes() throws {
        let client = try ViewsTests.made()
        let reply = try client.delete("/lists/v/items/0-1")
        #expect(reply.status == 204 && reply.header("List-Version") == "2")
        try #expect(client.order("l") == "a b | d" && client.order("v") == "a | d")
        try #expect(client.delete("/lists/v/items/0-1?at=1").outcome == "409 item-gone")
    }

    @Test("A batch of updateItem, patchItem and deleteItem is one version of both, with the view's places, and names only what it shows")
    func batches() throws {
        let client = try ViewsTests.made()
        let reply = try client.post(
            "/lists/v/batch",
            """
            {"operations":[{"op":"patchItem","item":"0-1","merge":{"x":1}},{"op":"updateItem","item":"@d","value":{"k":2}},
             {"op":"deleteItem","item":"@a"}]}
            """)
        #expect(
            reply.at(each: "list", "version", "results.0.indexPath", "results.1.indexPath", "results.2") == "v 2 [0,0] null null",
            "\(reply.text)")
        try #expect(client.version("l") == "2" && client.order("v") == "c" && client.order("l") == "b c | d")
        try #expect(
            client.post("/lists/v/batch", #"{"operations":[{"op":"patchItem","item":"@b","merge":{}}]}"#).outcome
                == "422 reference-not-found /operations/0")
        let moved = #"{"operations":[{"op":"patchItem","item":"@c","merge":{"z":1}},{"op":"moveItem","item":"@c","to":[0,0]}]}"#
        try #expect(client.post("/lists/v/batch", moved).outcome == "409 view-not-writable /operations/1")
        let tag = #"{"operations":[{"op":"deleteItem","item":"@c","ifMatch":"r1@c"}]}"#
        try #expect(client.post("/lists/v/batch", tag).outcome == "412 precondition-failed /operations/0")
        try #expect(client.version("l") == "2")
        try #expect(client.post("/lists/v/batch", tag.replacingOccurrences(of: "r1@c", with: "r2@c")).at("version") == "3")
        try #expect(client.post("/lists/v/batch", #"{"operations":[]}"#).at(each: "list", "version", "results") == "v 3 []")
    }

    @Test("Preconditions are the view's, and a tag of the content is good in either list")
    func preconditions() throws {
        let client = try ViewsTests.made()
        try #expect(client.patch("/lists/v/items/@c", #"{"x":1}"#, ["If-Match": "\"r9@c\""]).outcome == "412 precondition-failed")
        // The place is the view's.
        try #expect(client.patch("/lists/v/items/@c", #"{"x":1}"#, ["If-Match": "\"r1-0.2@c\""]).outcome == "412 precondition-failed")
        try #expect(client.patch("/lists/v/items/@c", #"{"x":1}"#, ["If-Match": "\"r1-0.1@c\""]).status == 200)
        try #expect(client.patch("/lists/v/items/@c", #"{"x":2}"#, ["If-Match": "\"r2@c\""]).status == 200)
        try #expect(client.patch("/lists/l/items/@c", #"{"x":3}"#, ["If-Match": "\"r3@c\""]).status == 200)
        let refused = try client.delete("/lists/v/items/@c", ["If-Match": "\"r1@c\""])
        #expect(refused.at(each: "current.list", "current.indexPath", "current.revision") == "v [0,1] 4", "\(refused.text)")
        let required = try ViewsTests.made { $0.api.requirePreconditions = true }
        try #expect(required.patch("/lists/v/items/@c", #"{"x":1}"#).outcome == "428 precondition-required")
    }

    @Test("Every other write below a view, or of content to it, is 409 view-not-writable, whose detail names the source")
    func refusals() throws {
        let client = try ViewsTests.made()
        let writes = [
            ("POST", "/sections", #"{"section":{}}"#), ("PATCH", "/sections/@F", #"{"header":"x"}"#), ("DELETE", "/sections/@F", ""),
            ("POST", "/sections/@F/move", #"{"index":0}"#), ("POST", "/sections/@F/items", #"{"item":{"value":1}}"#),
            ("POST", "/items/@a/move", #"{"to":[0,0]}"#), ("POST", "/revert", #"{"to":1}"#), ("PUT", "", "[1]"),
            ("PUT", "", #"{"sections":[]}"#),
            ("POST", "/batch", #"{"operations":[{"op":"insertSection","section":{}}]}"#),
        ]
        for (method, path, body) in writes {
            let reply = try client.send(method, "/lists/v\(path)", [:], body.isEmpty ? nil : body)
            #expect(reply.outcome.hasPrefix("409 view-not-writable"), "\(method) \(path): \(reply.text)")
            #expect(reply.at("detail").contains("'l'"), "\(reply.text)")
        }
        try #expect(client.putLines("/lists/v", #"{"item":{"value":1}}"#).outcome == "409 view-not-writable")
        // It stands with the 404s: before preconditions, and before what is wrong with the body's meaning.
        try #expect(client.put("/lists/v", "[1]", ["If-Match": "\"v9\""]).outcome == "409 view-not-writable")
        try #expect(client.put("/lists/v", #"{"sections":[{"nope":1}]}"#).outcome == "409 view-not-writable")
        try #expect(client.version("v") == "1" && client.version("l") == "1")
    }

    @Test("A definition for a list that is none is 409 not-a-view")
    func notAView() throws {
        let client = try ViewsTests.made()
        for body in [#"{"view":{"of":"m"}}"#, #"{"view":null}"#, #"{"view":{"nope":1},"title":"x"}"#] {
            try #expect(client.put("/lists/l", body).outcome == "409 not-a-view", "\(body)")
            try #expect(client.put("/lists/l", body, ["If-Match": "\"v9\""]).outcome == "409 not-a-view", "\(body)")
            try #expect(client.patch("/lists/l", body).outcome == "409 not-a-view", "\(body)")
        }
    }

    @Test(
        "Read-only keys of a view are ignored in a PUT and unknown in a PATCH; sections beside view are unknown, a view of null is invalid")
    func keys() throws {
        let client = try ViewsTests.made()
        let put = try client.put("/lists/v", #"{"view":{"of":"l"},"defaultType":"T","identity":"/k","version":9,"itemCount":7}"#)
        #expect(put.outcome == "200" && put.at(each: "defaultType", "identity", "itemCount") == "null null 4", "\(put.text)")
        for key in ["defaultType", "identity", "version", "itemCount"] {
            try #expect(client.patch("/lists/v", "{\"\(key)\":null}").outcome == "422 unknown-key /\(key)")
        }
        try #expect(client.put("/lists/v", #"{"view":{"of":"l"},"sections":[]}"#).outcome == "422 unknown-key /sections")
        try #expect(client.put("/lists/v", #"{"sections":[],"view":{"of":"l"}}"#).outcome == "422 unknown-key /sections")
        try #expect(client.put("/lists/v", #"{"view":null}"#).outcome == "422 invalid-value /view")
        try #expect(client.put("/lists/new", #"{"view":null}"#).outcome == "422 invalid-value /view")
        try #expect(client.patch("/lists/v", #"{"view":null}"#).outcome == "422 invalid-value /view")
        try #expect(client.put("/lists/v", #"{"view":{}}"#).outcome == "422 invalid-value /view/of")
        try #expect(client.put("/lists/v", #"{"view":{"of":"-"}}"#).outcome == "422 invalid-value /view/of")
    }

    @Test("defaultType is the source's, and the answers of its items depend on it")
    func defaultType() throws {
        let client = try ViewsTests.made()
        try client.patch("/lists/l", #"{"defaultType":"CityModel"}"#)
        try #expect(client.get("/lists/v").at(each: "version", "defaultType") == "2 CityModel")
        try #expect(client.get("/lists/v/items/@a").at(each: "type", "cell") == "null CityCell")
        try #expect(client.get("/lists/v/changes?since=1").at("reload") == "true")
    }

    @Test("The ETag of a single item of a view has a hash that depends on of, and its answer is no-cache with at, too")
    func tags() throws {
        let client = try ViewsTests.made()
        try client.put("/lists/m", client.get("/lists/l/export").text, ["Content-Type": "application/x-ndjson"])
        let one = try client.get("/lists/v/items/@a?at=1")
        let tag = try #require(one.header("ETag"))
        #expect(tag.hasPrefix("\"r1-0.0@a.") && tag.count == "\"r1-0.0@a.01234567\"".count && one.header("Cache-Control") == "no-cache")
        try #expect(client.get("/lists/v/items/@a", ["If-None-Match": tag]).status == 304)
        try client.put("/lists/w", #"{"view":{"of":"m","where":{"value":"/k","equals":1}}}"#)
        let other = try client.get("/lists/w/items/@a").header("ETag")
        #expect(other?.hasPrefix("\"r1-0.0@a.") == true && other != tag)
    }

    @Test("select belongs to the view: its sequence, its version")
    func select() throws {
        let client = try ViewsTests.made()
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        let reply = try client.post("/lists/v/items/@b/select", "")
        #expect(reply.at(each: "list", "version", "sequence", "item.indexPath") == "v 2 1 [0,1]", "\(reply.text)")
        try #expect(client.get("/lists/l/interactions").at("interactions") == "[]")
        try #expect(client.post("/lists/v/items/0-1/select?at=1", "").at(each: "item.id", "sequence") == "c 2")
    }

    @Test("An Idempotency-Key gives the view's answer again")
    func idempotency() throws {
        let client = try ViewsTests.made()
        let first = try client.patch("/lists/v/items/@c", #"{"x":1}"#, ["Idempotency-Key": "k"])
        let again = try client.patch("/lists/v/items/@c", #"{"x":1}"#, ["Idempotency-Key": "k"])
        #expect(first.text == again.text && again.header("Idempotency-Replayed") == "true" && first.at("list") == "v")
        try #expect(client.version("l") == "2")
    }
}
