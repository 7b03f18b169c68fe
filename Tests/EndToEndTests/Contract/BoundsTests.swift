import Testing

import Settings
import ListAPI
import Lists
@testable import sectional

@Suite("Contract §1–§3: bounds of numbers, bodies and patches")
struct BoundsTests {
    private static let lines = ["Content-Type": "application/x-ndjson"]
    private static let patch = ["Content-Type": "application/json-patch+json"]

    @Test("a number that no 64-bit integer holds is malformed; an index, and a version, may be as long as they like")
    func numbers() throws {
        let client = try ContractClient()
        try client.putLetters()
        let (largest, larger, long) = ("9223372036854775807", "9223372036854775808", String(repeating: "9", count: 200))
        for page in ["/lists/l/sections", "/lists/l/items", "/lists/l/sections/0/items"] {
            try #expect(client.get("\(page)?offset=\(largest)").status == 200)
            for number in [larger, long, "-1", "01"] {
                try #expect(client.get("\(page)?offset=\(number)").outcome == "400 bad-parameter offset", "\(page) \(number)")
            }
        }
        for (name, page) in [("before", "versions"), ("after", "interactions")] {
            let target = "/lists/l/\(page)?\(name)="
            try #expect(client.get(target + largest).status == 200)
            for number in [larger, long] {
                try #expect(client.get(target + number).outcome == "400 bad-parameter \(name)", "\(page) \(number)")
            }
        }
        for number in [larger, long] {
            try #expect(client.get("/lists/l/sections/\(number)").outcome == "404 section-not-found")
            try #expect(client.get("/lists/l/items/0-\(number)").outcome == "404 item-not-found")
            try #expect(client.get("/lists/l?at=\(number)").outcome == "404 version-not-found")
        }
    }

    @Test("a header, footer and metadata are nested 64 deep at most, whatever way they come")
    func nesting() throws {
        let client = try ContractClient()
        try client.putLetters()
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + "\"]{[\\\"\"" + String(repeating: "]", count: depth) }
        let merge = ["Content-Type": "application/merge-patch+json"]
        for (depth, isTaken) in [(64, true), (65, false), (400, false)] {
            let (value, object) = (nested(depth), "{\"k\":\(nested(depth - 1))}")
            let refused = "422 limit-exceeded"
            for (key, text) in [("header", value), ("footer", value), ("metadata", object)] {
                let section = "{\"\(key)\":\(text)}"
                try #expect(client.patch("/lists/l/sections/0", section, merge).outcome == (isTaken ? "200" : "\(refused) /\(key)"))
                let made = try client.post("/lists/l/sections", "{\"section\":\(section)}").outcome
                #expect(made == (isTaken ? "201" : "\(refused) /section/\(key)"))
                let put = try client.put("/lists/n", "{\"sections\":[\(section)]}").outcome
                #expect(isTaken ? put.hasPrefix("20") : put == "\(refused) /sections/0/\(key)", "\(put)")
                let lines = try client.put("/lists/o", "{\"section\":\(section)}\n", Self.lines).outcome
                #expect(isTaken ? lines.hasPrefix("20") : lines.hasPrefix(refused), "\(lines)")
            }
            try #expect(client.patch("/lists/l", "{\"metadata\":\(object)}", merge).outcome == (isTaken ? "200" : "\(refused) /metadata"))
            // A value may be as deep as JSON is.
            try #expect(client.put("/lists/l/items/0-0", value).status == 200)
        }
        // Brackets in strings do not count.
        let text = "\"" + String(repeating: "[", count: 200) + "\""
        try #expect(client.patch("/lists/l/sections/0", "{\"header\":\(text)}", merge).status == 200)
    }

    @Test("an NDJSON body without a line empties nothing; one with a list's line does")
    func emptyLines() throws {
        let client = try ContractClient()
        try client.putLetters()
        for body in ["", "\n", " \r\n\t\n"] {
            try #expect(client.put("/lists/l", body, Self.lines).outcome == "422 invalid-value 1")
            try #expect(client.put("/lists/new", body, Self.lines).outcome == "422 invalid-value 1")
        }
        try #expect(client.order() == "a b c | d" && client.get("/lists/new").status == 404)
        try #expect(client.put("/lists/l", "", Self.lines.merging(["If-Match": "\"v7\""]) { $1 }).outcome == "412 precondition-failed")
        try #expect(client.putLines("/lists/l", #"{"list":{}}"#).at("sectionCount") == "0")
    }

    @Test("a section in an answer to a read says where its items begin")
    func itemOffsets() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[[1,2,3],[],[4],[5,6]]")
        try #expect(
            client.get("/lists/l/sections").at(each: "sections.0.itemOffset", "sections.1.itemOffset", "sections.3.itemOffset") == "0 3 4")
        try #expect(client.get("/lists/l/sections?offset=2&limit=1&items=1").at("sections.0.itemOffset") == "3")
        try #expect(client.get("/lists/l/sections/3").at("itemOffset") == "4")
        try #expect(client.get("/lists/l/sections/2/items").at("section.itemOffset") == "3")
        let export = try client.get("/lists/l/export").text
        #expect(export.contains(#""itemCount":2,"itemOffset":4}"#))
        try #expect(client.put("/lists/copy", export, Self.lines).status == 201)
        try #expect(client.put("/lists/copy", #"{"sections":[{"itemOffset":7,"items":[]}]}"#).status == 200)
        try #expect(client.patch("/lists/l/sections/0", #"{"itemOffset":7}"#).outcome == "422 unknown-key /itemOffset")
        try #expect(client.patch("/lists/l/sections/0", "{}", ["If-Match": "\"v9\""]).at("current.itemOffset") == "0")
    }

    @Test("the copies of all patches of a request have one budget, and the operation that goes beyond it is named")
    func copies() throws {
        let client = try ContractClient { $0.api.limits.value = 1_000 }
        let value = "{\"a\":\"\(String(repeating: "x", count: 898))\",\"b\":{}}"
        try client.put("/lists/l", "{\"sections\":[{\"items\":[{\"id\":\"a\",\"value\":\(value)}]}]}")
        let copy = #"{"op":"copy","from":"/a","path":"/b/x"},{"op":"remove","path":"/b/x"}"#
        let four = "[" + Array(repeating: copy, count: 4).joined(separator: ",") + "]"
        let nine = "[" + Array(repeating: copy, count: 9).joined(separator: ",") + "]"
        let operation = "{\"op\":\"patchItem\",\"item\":\"@a\",\"patch\":\(four)}"
        try #expect(client.post("/lists/l/batch", BatchBody.text(operation, operation)).status == 200)
        let refused = try client.post("/lists/l/batch", BatchBody.text(operation, operation, operation))
        #expect(refused.outcome == "413 too-large /operations/2" && refused.at("errors.1.pointer") == "/operations/2/patch/0")
        try #expect(client.patch("/lists/l/items/@a", four, Self.patch).status == 200)
        try #expect(client.patch("/lists/l/items/@a", nine, Self.patch).outcome == "413 too-large /16")
        try #expect(client.version() == "1")
    }

    @Test("a batch sees what its own operations have left, whatever applies its patches")
    func chains() throws {
        let client = try ContractClient()
        try client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"a","value":{"n":1}},{"id":"b","value":{}}]}]}"#)
        let reply = try client.post(
            "/lists/l/batch",
            BatchBody.text(
                #"{"op":"patchItem","item":"@a","merge":{"x":1}}"#,
                #"{"op":"patchItem","item":"0-0","patch":[{"op":"test","path":"/x","value":1},{"op":"add","path":"/y","value":2}]}"#,
                #"{"op":"updateItem","item":"@b","value":{"z":[]}}"#,
                #"{"op":"patchItem","item":"@b","patch":[{"op":"add","path":"/z/-","value":3}]}"#,
                #"{"op":"insertItem","section":"@S","item":{"id":"c","value":{"k":4}}}"#,
                #"{"op":"patchItem","item":"@c","merge":{"k":null,"l":5}}"#,
                #"{"op":"deleteItem","item":"@a"}"#,
                #"{"op":"insertItem","section":"@S","item":{"id":"a","value":{"new":true}}}"#))
        #expect(reply.at(each: "results.3.value", "results.5.value") == #"{"z":[3]} {"l":5}"#)
        try #expect(client.get("/lists/l/items/@b").at("value") == #"{"z":[3]}"#)
        try #expect(client.get("/lists/l/items/@c").at("value") == #"{"l":5}"#)
        let failing = BatchBody.text(
            #"{"op":"patchItem","item":"@c","merge":{"m":6}}"#,
            #"{"op":"patchItem","item":"@c","patch":[{"op":"test","path":"/m","value":7}]}"#)
        let conflict = try client.post("/lists/l/batch", failing)
        #expect(conflict.outcome == "409 patch-conflict /operations/1")
        try #expect(client.get("/lists/l/items/@c").at("value") == #"{"l":5}"#)
    }

    @Test("what is one too many is refused: patterns of a webhook, operations, the bytes of an identity, tags")
    func counts() throws {
        let client = try ContractClient()
        try client.putLetters()
        let patterns = { (count: Int) in (0..<count).map { "\"list-\($0)\"" }.joined(separator: ",") }
        let webhook = try client.post("/webhooks", "{\"url\":\"https://192.0.2.1/\",\"lists\":[\(patterns(1_001))]}")
        #expect(webhook.outcome == "422 limit-exceeded /lists")
        let twice = "{\"url\":\"https://192.0.2.1/\",\"lists\":[\(patterns(1_000)),\(patterns(1_000))]}"
        try #expect(client.post("/webhooks", twice).outcome == "422 url-not-allowed /url")
        let deletions = Array(repeating: #"{"op":"deleteItem","item":"@none"}"#, count: 10_001).joined(separator: ",")
        try #expect(client.post("/lists/l/batch", BatchBody.text(deletions)).outcome == "422 limit-exceeded /operations")
        try #expect(client.post("/lists/none/batch", BatchBody.text(deletions)).outcome == "404 list-not-found")
        try #expect(client.post("/lists/l/batch", BatchBody.text(deletions) + "]").outcome.hasPrefix("400 malformed-json"))
        let identity = { (count: Int) in "{\"identity\":\"/\(String(repeating: "x", count: count - 1))\"}" }
        try #expect(client.patch("/lists/l", identity(1_025)).outcome == "422 limit-exceeded /identity")
        try #expect(client.patch("/lists/l", identity(1_024)).status == 200)
        let tags = (0..<1_001).map { "\"v\($0)\"" }.joined(separator: ",")
        try #expect(client.get("/lists/l", ["If-None-Match": tags]).outcome == "400 malformed-request If-None-Match")
    }
}
