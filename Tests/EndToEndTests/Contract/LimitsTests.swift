import Glibc
import Testing

import Settings
import ListAPI
import Lists
import MicroHTTPServer
import SQLiteStore
@testable import sectional

@Suite("Contract §7: sizes")
struct LimitsTests {
    @Test("limits.body: 413; NDJSON is not bound by it, a line is: value + 64 KiB")
    func body() throws {
        let client = try ContractClient {
            $0.server.bodyLimit = 1_000
            $0.api.limits.value = 300
        }
        func body(_ length: Int) -> String { "[" + String(repeating: " ", count: length - 3) + "1]" }
        try #expect(client.put("/lists/l", body(1_000)).status == 201)
        try #expect(client.put("/lists/l", body(1_001)).outcome == "413 too-large")
        try #expect(client.post("/lists/l/sections", body(1_001)).outcome == "413 too-large")
        let item = "{\"item\":{\"value\":1}}"
        let many = Array(repeating: item, count: 500).joined(separator: "\n")
        let lines = ["Content-Type": "application/x-ndjson"]
        try #expect(client.put("/lists/l", many, lines).at("itemCount") == "500")
        let longest = 300 + 65_536
        let blanks = String(repeating: " ", count: longest - item.utf8.count)
        try #expect(client.put("/lists/l", item + blanks + "\n", lines).status == 200)
        try #expect(client.put("/lists/l", "\(item)\n\(item)\(blanks) \n", lines).outcome == "413 too-large 2")
    }

    @Test("limits.value: 413 in every kind of body, and for the outcome of a patch")
    func value() throws {
        let client = try ContractClient { $0.api.limits.value = 100 }
        func text(_ length: Int) -> String { "\"" + String(repeating: "x", count: length - 2) + "\"" }
        let (fits, large) = (text(100), text(101))
        try #expect(client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"a","value":\#(fits)}]}]}"#).status == 201)
        try #expect(
            client.put("/lists/l", #"{"sections":[{"id":"S","items":[{"id":"a","value":\#(large)}]}]}"#).outcome.hasPrefix(
                "413 too-large"))
        try #expect(client.put("/lists/l", "[\(large)]").outcome.hasPrefix("413 too-large"))
        try #expect(client.putLines("/lists/l", "{\"item\":{\"value\":\(large)}}").outcome.hasPrefix("413 too-large"))
        try #expect(client.put("/lists/l/items/@a", fits).status == 200)
        try #expect(client.put("/lists/l/items/@a", large).outcome.hasPrefix("413 too-large"))
        try #expect(client.put("/items/0-0?list=l", large).outcome.hasPrefix("413 too-large"))
        try #expect(client.post("/lists/l/sections/@S/items", "{\"item\":{\"value\":\(large)}}").outcome.hasPrefix("413 too-large"))
        try #expect(client.post("/lists/l/sections", "{\"section\":{\"items\":[{\"value\":\(large)}]}}").outcome.hasPrefix("413 too-large"))
        try client.put("/lists/l/items/@a", "{\"a\":\(text(60))}")
        try #expect(client.patch("/lists/l/items/@a", "{\"b\":\(text(60))}").outcome.hasPrefix("413 too-large"))
        let add = "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]"
        try #expect(
            client.patch("/lists/l/items/@a", add, ["Content-Type": "application/json-patch+json"]).outcome.hasPrefix("413 too-large"))
        // Insignificant white space does not count.
        try #expect(client.put("/lists/l/items/@a", fits + String(repeating: " ", count: 500)).status == 200)
    }

    @Test("limits.uri: 414; limits.headers: 431")
    func uriAndHeaders() throws {
        let client = try ContractClient {
            $0.server.targetLimit = 200
            $0.server.headerLimit = 500
        }
        try #expect(client.get("/lists?prefix=" + String(repeating: "x", count: 200 - 14)).status == 200)
        let long = try client.get("/lists?prefix=" + String(repeating: "x", count: 200 - 13))
        #expect(long.outcome == "414 uri-too-long" && long.at("instance") == "/lists")
        try #expect(client.get("/lists", ["X-A": String(repeating: "x", count: 400)]).status == 200)
        let headers = try client.get("/lists", ["X-A": String(repeating: "x", count: 500)])
        #expect(headers.outcome == "431 headers-too-large" && headers.header("Request-Id") != nil)
    }

    @Test("The defaults: 16 MiB, 256 KiB, 8 KiB, 16 KiB")
    func defaults() throws {
        let client = try ContractClient()
        let value = "\"" + String(repeating: "x", count: (256 << 10) - 2) + "\""
        try #expect(client.put("/lists/l", "[\(value)]").status == 201)
        try #expect(client.put("/lists/l/items/0-0", String(value.dropLast()) + "x\"").outcome == "413 too-large")
        try #expect(client.put("/lists/l", "[" + String(repeating: " ", count: (16 << 20) - 2) + "]").status == 200)
        try #expect(client.put("/lists/l", "[" + String(repeating: " ", count: (16 << 20) - 1) + "]").outcome == "413 too-large")
        try #expect(client.get("/lists?prefix=" + String(repeating: "x", count: (8 << 10) - 14)).status == 200)
        try #expect(client.get("/lists?prefix=" + String(repeating: "x", count: (8 << 10) - 13)).outcome == "414 uri-too-long")
        try #expect(client.get("/lists", ["X-A": String(repeating: "x", count: 16_000)]).status == 200)
        try #expect(client.get("/lists", ["X-A": String(repeating: "x", count: 16 << 10)]).outcome == "431 headers-too-large")
    }

    @Test("limits.sections, limits.items: too many of something is 422 limit-exceeded, by every way in")
    func counts() throws {
        let client = try ContractClient {
            $0.api.limits.sections = 2
            $0.api.limits.items = 3
        }
        try #expect(client.put("/lists/l", "[[1],[2],[3]]").outcome.hasPrefix("422 limit-exceeded"))
        try #expect(client.put("/lists/l", "[1,2,3,4]").outcome.hasPrefix("422 limit-exceeded"))
        try #expect(
            client.putLines("/lists/l", #"{"section":{}}"#, #"{"section":{}}"#, #"{"section":{}}"#).outcome.hasPrefix(
                "422 limit-exceeded"))
        let item = #"{"item":{"value":1}}"#
        try #expect(client.putLines("/lists/l", item, item, item, item).outcome.hasPrefix("422 limit-exceeded"))
        try #expect(client.put("/lists/l", "[[1],[2]]").status == 201)
        try #expect(client.post("/lists/l/sections", #"{"section":{}}"#).outcome.hasPrefix("422 limit-exceeded"))
        try #expect(
            client.post("/lists/l/sections/0/items", #"{"items":[{"value":1},{"value":2}]}"#).outcome.hasPrefix("422 limit-exceeded"))
        try #expect(client.post("/lists/l/sections/0/items", item).status == 201)
        try #expect(client.post("/lists/l/sections/0/items", item).outcome.hasPrefix("422 limit-exceeded"))
        try client.delete("/lists/l/sections/1")
        try #expect(
            client.post("/lists/l/sections", #"{"section":{"items":[{"value":1},{"value":2}]}}"#).outcome.hasPrefix(
                "422 limit-exceeded"))
        try #expect(client.get("/lists/l").at(each: "sectionCount", "itemCount", "version") == "1 2 3")
    }

    @Test("A title, header, footer or metadata that is too large is 422 limit-exceeded, by every way in")
    func members() throws {
        let client = try ContractClient()
        try client.putLetters()
        let large = "\"" + String(repeating: "x", count: 17_000) + "\""
        try #expect(client.patch("/lists/l", "{\"title\":\(large)}").outcome == "422 limit-exceeded /title")
        try #expect(client.patch("/lists/l", "{\"metadata\":{\"a\":\(large)}}").outcome == "422 limit-exceeded /metadata")
        try #expect(client.patch("/lists/l/sections/0", "{\"header\":\(large)}").outcome == "422 limit-exceeded /header")
        try #expect(client.patch("/lists/l/sections/0", "{\"footer\":[\(large)]}").outcome == "422 limit-exceeded /footer")
        try #expect(
            client.post("/lists/l/sections", "{\"section\":{\"metadata\":{\"a\":\(large)}}}").outcome
                == "422 limit-exceeded /section/metadata")
        try #expect(client.putLines("/lists/l", "{\"section\":{\"header\":\(large)}}").outcome == "422 limit-exceeded 1")
        // What a patch adds to is measured as it then is.
        let half = "\"" + String(repeating: "x", count: 9_000) + "\""
        try #expect(client.patch("/lists/l", "{\"metadata\":{\"a\":\(half)}}").status == 200)
        try #expect(client.patch("/lists/l", "{\"metadata\":{\"b\":\(half)}}").outcome == "422 limit-exceeded /metadata")
    }

    @Test("503 unavailable with Retry-After where more writes wait than writes.queue")
    func overloaded() throws {
        let client = try ContractClient { $0.store.writeLimit = 1 }
        // The store's own first write may be what waits.
        var put = try client.putLetters()
        for _ in 0..<500 where put.status == 503 {
            usleep(10_000)
            put = try client.putLetters()
        }
        #expect(put.status == 201)
        // Each connection has one write under way; the queue holds one.
        let connections = try (0..<60).map { _ in try client.server.connect() }
        let body = "\"" + String(repeating: "x", count: 50_000) + "\""
        var statuses: Set<Int> = []
        for _ in 0..<20 where !statuses.contains(503) {
            for connection in connections {
                let head = "PUT /lists/l/items/@a HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)"
                try connection.write("\(head)\r\n\r\n\(body)")
            }
            for connection in connections {
                let reply = try connection.readReply()
                statuses.insert(reply.status)
                guard reply.status == 503 else { continue }
                #expect(reply.outcome == "503 unavailable" && reply.header("Retry-After").flatMap { Int($0) } != nil)
            }
        }
        #expect(statuses == [200, 503])
    }
}
