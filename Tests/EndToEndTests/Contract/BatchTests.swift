import TestSupport
import Testing

import ListAPI
import Lists
import Settings
import Webhooks
@testable import sectional

@Suite("Contract §3: batch")
struct BatchTests {
    private static func letters(_ configure: (inout Settings) -> Void = { _ in }) throws -> ContractClient {
        let client = try ContractClient(configure)
        try client.putLetters()
        return client
    }

    @Test("Every operation, in their order, as one version; a result is what the single route answers")
    func operations() throws {
        let client = try Self.letters()
        let reply = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"insertItem","section":"@F","item":{"id":"e","type":"T","value":1.0},"index":0}"#,
                #"{"op":"insertItem","section":0,"items":[{"id":"x","value":1},{"id":"y","value":2}],"after":"@a"}"#,
                #"{"op":"updateItem","item":"0-1","value":{"k":1,"l":2},"type":"U"}"#,
                #"{"op":"patchItem","item":"@b","merge":{"k":null,"m":3}}"#,
                #"{"op":"patchItem","item":"@a","patch":[{"op":"replace","path":"","value":"A"}]}"#, #"{"op":"deleteItem","item":"@c"}"#,
                #"{"item":"1-0","to":[0,1],"op":"moveItem"}"#, #"{"op":"moveItem","item":"@e","before":"@a"}"#,
                #"{"op":"insertSection","section":{"id":"H","items":[{"id":"h","value":0}]},"before":"@F"}"#,
                #"{"op":"updateSection","section":"0","merge":{"header":null,"footer":"end"}}"#,
                #"{"op":"moveSection","section":"@G","index":0}"#, #"{"op":"insertSection","section":{}}"#,
                #"{"op":"moveSection","section":"@H","after":"@F"}"#))
        #expect(reply.status == 200 && reply.at(each: "list", "version") == "l 2", "\(reply.text)")
        #expect(
            reply.header("List-Version") == "2" && reply.header("ETag") == "\"v2\"" && reply.header("Content-Type") == "application/json")
        #expect(reply.memberNames == ["list", "version", "results"])
        try #expect(client.order() == " | d e a x y b | h | ")
        func result(_ number: Int, _ members: String...) -> String {
            members.map { reply.at("results.\(number).\($0)") }.joined(separator: " ")
        }
        #expect(result(0, "items.0.id", "items.0.indexPath", "items.0.type", "items.0.revision", "items.0.list") == "e [1,1] T 2 l")
        #expect(reply.text.contains("\"value\":1.0}"))
        #expect(result(1, "items.0.indexPath", "items.1.indexPath") == "[1,3] [1,4]")
        #expect(result(2, "id", "indexPath", "type", "value") == #"b [1,5] U {"l":2,"m":3}"#)
        #expect(result(3, "id", "value") == #"b {"l":2,"m":3}"#)
        #expect(result(4, "id", "value", "indexPath") == "a A [1,2]")
        #expect(reply.at("results.5") == "null")
        #expect(result(6, "id", "indexPath", "revision") == "d [1,0] 1")
        #expect(result(7, "id", "indexPath") == "e [1,1]")
        #expect(result(8, "id", "index", "itemCount", "list", "version") == "H 2 1 l 2")
        #expect(result(9, "id", "index", "header", "footer", "itemCount") == "F 1 null end 6")
        #expect(result(10, "id", "index", "itemCount") == "G 0 0")
        #expect(result(11, "index") == "3" && result(12, "id", "index") == "H 2")
        // A result is what a GET of that version shows.
        for (number, id) in [(2, "b"), (4, "a"), (6, "d")] {
            try #expect(client.get("/lists/l/items/@\(id)?at=2").at("") == reply.at("results.\(number)"))
        }
    }

    @Test("deleteSection, and null for what a later operation deletes")
    func deletions() throws {
        let client = try Self.letters()
        let reply = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"updateItem","item":"@a","value":1}"#,
                #"{"op":"insertItem","section":"@G","items":[{"id":"x","value":1},{"id":"y","value":1}]}"#,
                #"{"op":"updateSection","section":"@F","merge":{"header":1}}"#, #"{"op":"deleteItem","item":"@x"}"#,
                #"{"op":"deleteSection","section":"@F"}"#))
        #expect(reply.at("results.0") == "null" && reply.at("results.2") == "null" && reply.at("results.4") == "null", "\(reply.text)")
        #expect(reply.at(each: "results.1.items.0", "results.1.items.1.indexPath") == "null [0,1]")
        try #expect(client.order() == "d y")
    }

    @Test("A failure is one problem with the single route's status whose pointer is /operations/N, and nothing has changed")
    func failures() throws {
        let client = try Self.letters { $0.api.limits.items = 6 }
        let cases = [
            (#"{"op":"updateItem","item":"@zz","value":1}"#, "422 reference-not-found"),
            (#"{"op":"updateItem","item":"9-9","value":1}"#, "422 reference-not-found"),
            (#"{"op":"deleteSection","section":"@zz"}"#, "422 reference-not-found"),
            (#"{"op":"moveItem","item":"@b","before":"@zz"}"#, "422 reference-not-found"),
            (#"{"op":"moveItem","item":"@b","to":[0,3]}"#, "422 index-out-of-range"),
            (#"{"op":"moveItem","item":"@b","to":[7,0]}"#, "422 index-out-of-range"),
            (#"{"op":"insertItem","section":"@F","item":{"value":1},"index":9}"#, "422 index-out-of-range"),
            (#"{"op":"insertItem","section":"@F","item":{"value":1},"before":"@d"}"#, "422 reference-not-found"),
            (#"{"op":"insertSection","section":{},"index":3}"#, "422 index-out-of-range"),
            (#"{"op":"moveSection","section":"@F","index":2}"#, "422 index-out-of-range"),
            (#"{"op":"insertItem","section":"@F","item":{"id":"d","value":1}}"#, "409 id-taken"),
            (#"{"op":"insertItem","section":"@F","item":{"id":"n","value":1}}"#, "409 id-taken"),
            (#"{"op":"insertSection","section":{"id":"G"}}"#, "409 id-taken"),
            (#"{"op":"insertSection","section":{"items":[{"id":"a","value":1}]}}"#, "409 id-taken"),
            (#"{"op":"insertItem","section":"@F","items":[{"id":"p","value":1},{"id":"p","value":1}]}"#, "422 invalid-value"),
            (#"{"op":"insertItem","section":"@F","items":[{"value":1},{"value":2}]}"#, "422 limit-exceeded"),
            (#"{"op":"patchItem","item":"@b","patch":[{"op":"test","path":"","value":1}]}"#, "409 patch-conflict"),
            (#"{"op":"patchItem","item":"@b","patch":[{"op":"nonsense"}]}"#, "422 invalid-value"),
            (#"{"op":"patchItem","item":"@b","patch":7}"#, "422 invalid-value"),
            (#"{"op":"updateSection","section":"@F","merge":{"items":[]}}"#, "422 unknown-key"),
            (#"{"op":"updateSection","section":"@F","merge":7}"#, "422 invalid-value"),
            (#"{"op":"updateItem","item":"@b"}"#, "422 invalid-value"), (#"{"op":"updateItem","value":1}"#, "422 invalid-value"),
            (#"{"op":"updateItem","item":"b","value":1}"#, "422 invalid-value"),
            (#"{"op":"updateItem","item":"@b","value":1,"x":1}"#, "422 unknown-key"),
            (#"{"op":"updateItem","item":"@b","value":1,"type":7}"#, "422 invalid-value"),
            (#"{"op":"patchItem","item":"@b"}"#, "422 invalid-value"),
            (#"{"op":"patchItem","item":"@b","merge":1,"patch":[]}"#, "422 invalid-value"),
            (#"{"op":"moveItem","item":"@b"}"#, "422 invalid-value"),
            (#"{"op":"moveItem","item":"@b","to":[0,0],"before":"@a"}"#, "422 invalid-value"),
            (#"{"op":"insertItem","section":"@F"}"#, "422 invalid-value"),
            (#"{"op":"insertItem","item":{"value":1}}"#, "422 invalid-value"),
            (#"{"op":"deleteItem","item":"@b","section":1}"#, "422 unknown-key"),
            (#"{"op":"replaceItem","item":"@b"}"#, "422 invalid-value"), (#"{"item":"@b"}"#, "422 invalid-value"),
            ("7", "422 invalid-value"), (#"{"op":7}"#, "422 invalid-value"),
        ]
        let first = #"{"op":"insertItem","section":"@G","item":{"id":"n","value":1}}"#
        for (operation, expected) in cases {
            let reply = try client.post("/lists/l/batch", BatchBody.text(first, operation))
            #expect(reply.outcome == expected + " /operations/1", "\(operation): \(reply.text)")
        }
        try #expect(client.version() == "1" && client.order() == "a b c | d")
        let deep = try client.post(
            "/lists/l/batch", BatchBody.text(#"{"op":"insertItem","section":0,"items":[{"value":1},{"value":1,"x":2}]}"#))
        #expect(deep.at("errors.1.pointer") == "/operations/0/items/1/x", "\(deep.text)")
        let conflict = BatchBody.text(
            #"{"op":"patchItem","item":"@b","patch":[{"op":"add","path":"","value":{}},{"op":"remove","path":"/k"}]}"#)
        try #expect(client.post("/lists/l/batch", conflict).at("errors.1.pointer") == "/operations/0/patch/1")
        try #expect(client.post("/lists/l/batch", BatchBody.text(first)).status == 200)
    }

    @Test("The body is an object with operations and perhaps at; what is wrong with it points there")
    func bodies() throws {
        let client = try Self.letters()
        try #expect(client.post("/lists/l/batch", "[]").outcome == "422 invalid-value")
        try #expect(client.post("/lists/l/batch", "{}").outcome == "422 invalid-value /operations")
        try #expect(client.post("/lists/l/batch", #"{"operations":{}}"#).outcome == "422 invalid-value /operations")
        try #expect(client.post("/lists/l/batch", #"{"operations":[],"x":1}"#).outcome == "422 unknown-key /x")
        try #expect(client.post("/lists/l/batch", "").outcome.hasPrefix("400 malformed-json"))
        try #expect(
            client.post("/lists/l/batch", #"{"operations":[{"op":"deleteItem","op":"deleteItem"}]}"#).outcome.hasPrefix(
                "400 malformed-json"))
        try #expect(client.post("/lists/zz/batch", BatchBody.text()).outcome == "404 list-not-found")
        try #expect(client.post("/lists/l/batch", BatchBody.text(), ["Content-Type": "text/plain"]).status == 415)
        let many = Array(repeating: #"{"op":"updateItem","item":"@a","value":1}"#, count: 10_001).joined(separator: ",")
        try #expect(client.post("/lists/l/batch", BatchBody.text(many)).outcome == "422 limit-exceeded /operations")
        let large = "\"" + String(repeating: "x", count: 300_000) + "\""
        try #expect(
            client.post("/lists/l/batch", BatchBody.text("{\"op\":\"updateItem\",\"item\":\"@a\",\"value\":\(large)}")).outcome
                == "413 too-large /operations/0")
        try #expect(client.version() == "1")
    }

    @Test("A value is as deep as anywhere, in a patch too, and a header is less deep")
    func depth() throws {
        let client = try Self.letters()
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        for (operation, deepest, refusal) in [
            ("{\"op\":\"updateItem\",\"item\":\"@a\",\"value\":VALUE}", 512, "400 malformed-json"),
            (
                "{\"op\":\"patchItem\",\"item\":\"@b\",\"patch\":[{\"op\":\"replace\",\"path\":\"\",\"value\":VALUE}]}", 512,
                "400 malformed-json"
            ),
            ("{\"op\":\"updateSection\",\"section\":\"@F\",\"merge\":{\"header\":VALUE}}", 64, "422 "),
        ] {
            func outcome(_ depth: Int) throws -> String {
                try client.post("/lists/l/batch", BatchBody.text(operation.replacing("VALUE", with: nested(depth)))).outcome
            }
            try #expect(outcome(deepest + 1).hasPrefix(refusal), "\(operation)")
            try #expect(outcome(deepest) == "200", "\(operation)")
        }
    }

    @Test("A batch that leaves every text and place as it was makes no version; nor does an empty one")
    func cancelling() throws {
        let client = try Self.letters()
        for operations in [
            [], [#"{"op":"updateItem","item":"@a","value":1}"#, #"{"op":"updateItem","item":"@a","value":"a"}"#],
            [#"{"op":"moveItem","item":"@a","to":[1,0]}"#, #"{"op":"moveItem","item":"@a","to":[0,0]}"#],
            [#"{"op":"moveSection","section":"@F","index":1}"#, #"{"op":"moveSection","section":"@G","index":1}"#],
            [#"{"op":"deleteItem","item":"@b"}"#, #"{"op":"insertItem","section":"@F","item":{"id":"b","value":"b"},"index":1}"#],
            [#"{"op":"insertSection","section":{"id":"H","items":[{"value":1}]}}"#, #"{"op":"deleteSection","section":"@H"}"#],
            [
                #"{"op":"updateSection","section":"@F","merge":{"header":1}}"#,
                #"{"op":"updateSection","section":"@F","merge":{"header":"First"}}"#,
            ],
        ] {
            let reply = try client.post("/lists/l/batch", "{\"operations\":[\(operations.joined(separator: ","))]}")
            #expect(reply.status == 200 && reply.at("version") == "1" && reply.header("ETag") == "\"v1\"", "\(reply.text)")
            #expect(reply.header("List-Version") == "1")
        }
        let back = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"updateItem","item":"@a","value":1}"#, #"{"op":"updateItem","item":"@a","value":"a"}"#,
                #"{"op":"updateItem","item":"@b","value":1}"#))
        #expect(back.at(each: "version", "results.0.revision", "results.1.revision", "results.2.revision") == "2 1 1 2", "\(back.text)")
        try #expect(client.get("/lists/l/items/@a").header("ETag") == "\"r1-0.0@a\"")
    }

    @Test("If-Match compares with the list's \"vV\"; Prefer is not applied; 428 is for other methods")
    func headers() throws {
        let client = try Self.letters { $0.api.requirePreconditions = true }
        let body = BatchBody.text(#"{"op":"deleteItem","item":"@a"}"#)
        let failed = try client.post("/lists/l/batch", body, ["If-Match": "\"v2\""])
        #expect(
            failed.outcome == "412 precondition-failed" && failed.at(each: "current.id", "current.itemCount") == "l 4", "\(failed.text)")
        #expect(failed.header("ETag") == "\"v1\"")
        try #expect(client.post("/lists/l/batch", BatchBody.text("7"), ["If-Match": "\"v2\""]).outcome == "412 precondition-failed")
        let done = try client.post("/lists/l/batch", body, ["If-Match": "\"v1\"", "Prefer": "return=minimal"])
        #expect(done.status == 200 && done.at("results") == "[null]" && done.header("Preference-Applied") == nil)
        try #expect(client.post("/lists/l/batch", BatchBody.text(#"{"op":"deleteItem","item":"@b"}"#)).status == 200)
    }

    @Test("Once only: the answer to a batch is given again")
    func keys() throws {
        let client = try Self.letters()
        let body = BatchBody.text(#"{"op":"insertItem","section":0,"item":{"value":1}}"#, #"{"op":"deleteItem","item":"@d"}"#)
        let first = try client.post("/lists/l/batch", body, ["Idempotency-Key": "b"])
        let again = try client.post("/lists/l/batch", body, ["Idempotency-Key": "b"])
        #expect(first.status == 200 && again.body == first.body && again.header("Idempotency-Replayed") == "true")
        try #expect(client.version() == "2")
    }

    @Test("One version, one event, however many operations; none for a batch that makes no version")
    func events() throws {
        let client = try Self.letters { $0.allowedAddresses = .cidr("127.0.0.1/32") }
        let made = try client.post("/webhooks", #"{"url":"http://127.0.0.1:1/","events":["list.changed"]}"#)
        try client.post("/lists/l/batch", BatchBody.text())
        let deletions = ["@a", "@b", "@c"].map { "{\"op\":\"deleteItem\",\"item\":\"\($0)\"}" }
        try client.post("/lists/l/batch", BatchBody.text(deletions.joined(separator: ",")))
        try client.patch("/lists/l", #"{"title":"the last"}"#)
        let target = "/webhooks/\(made.at("id"))/deliveries"
        func count() throws -> Int { (try client.get(target).object["deliveries"] as? [Any])?.count ?? 0 }
        // Events become deliveries in their order, so with the last one all are there.
        try eventually("the events") { try count() >= 2 }
        try #expect(count() == 2 && client.version() == "3")
    }
}
