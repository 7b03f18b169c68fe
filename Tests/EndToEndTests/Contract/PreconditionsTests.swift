import Testing

import Settings
import ListAPI
import Lists
@testable import sectional

@Suite("Contract §3: preconditions and the order of checks")
struct PreconditionsTests {
    /// Every write but those of the list itself: method, target, body, and whether it compares with the list's tag.
    static let writes: [(String, String, String?, Bool)] = [
        ("PUT", "/lists/l", "[1]", true), ("PATCH", "/lists/l", #"{"title":"x"}"#, true), ("DELETE", "/lists/l", nil, true),
        ("POST", "/lists/l/sections", #"{"section":{}}"#, true), ("PATCH", "/lists/l/sections/@F", #"{"footer":1}"#, true),
        ("POST", "/lists/l/sections/@F/move", #"{"index":1}"#, true), ("DELETE", "/lists/l/sections/@F", nil, true),
        ("POST", "/lists/l/sections/@F/items", #"{"item":{"value":1}}"#, true), ("POST", "/lists/l/items/@b/move", #"{"to":[0,0]}"#, true),
        ("POST", "/lists/l/batch", #"{"operations":[{"op":"deleteItem","item":"@b"}]}"#, true),
        ("PUT", "/lists/l/items/@b", "7", false), ("PATCH", "/lists/l/items/@b", "7", false), ("DELETE", "/lists/l/items/@b", nil, false),
        ("PUT", "/items/0-1?list=l", "7", false), ("PATCH", "/items/0-1?list=l", "7", false),
    ]

    @Test("If-Match: a failure is 412 with what a GET of the target answers now under current", arguments: writes)
    func ifMatch(method: String, target: String, body: String?, ofList: Bool) throws {
        let client = try ContractClient()
        try client.putLetters()
        let tag = ofList ? "\"v1\"" : "\"r1-0.1@b\""
        for other in ["\"x\"", ofList ? "\"r1-0.1@b\"" : "\"v1\"", "W/\(tag)", "\"v2\"", "\"r2@b\"", "\"r1-0.2@b\"", "\"r1@c\""] {
            let failed = try client.send(method, target, ["If-Match": other], body)
            #expect(failed.outcome == "412 precondition-failed", "\(other)")
            #expect(failed.header("List-Version") == "1" && failed.at("current") != "-")
            if method != "POST" {
                #expect(failed.text.contains("\"current\":\(try client.get(target).text)"), "\(failed.text)")
                #expect(failed.header("ETag") == tag)
            }
        }
        try #expect(client.version() == "1")
        let done = try client.send(method, target, ["If-Match": "\"x\", \(tag)"], body)
        #expect((200..<300).contains(done.status) && done.header("List-Version") == "2", "\(done.text)")
    }

    @Test("If-Match takes any variant of the validator, an item's content alone, and *")
    func variants() throws {
        for tag in ["\"v1\"", "\"v1-gz\"", "\"v1.0123abcd\"", "\"v1.0123abcd-gz\"", "*"] {
            let client = try ContractClient()
            try client.putLetters()
            try #expect(client.patch("/lists/l", #"{"title":"x"}"#, ["If-Match": tag]).status == 200, "\(tag)")
        }
        for tag in ["\"r1-0.1@b\"", "\"r1@b\"", "\"r1-0.1@b-gz\"", "\"r1@b-gz\"", "\"r1-0.1@b.0123abcd-gz\"", "*"] {
            let client = try ContractClient()
            try client.putLetters()
            try #expect(client.put("/lists/l/items/@b", "7", ["If-Match": tag]).status == 200, "\(tag)")
        }
    }

    @Test("If-None-Match is checked too: * on what is there, and the tag that it has, are 412", arguments: writes)
    func ifNoneMatch(method: String, target: String, body: String?, ofList: Bool) throws {
        let client = try ContractClient()
        try client.putLetters()
        for tag in ["*", ofList ? "\"v1\"" : "\"r1-0.1@b\"", ofList ? "\"v1-gz\"" : "\"r1@b\""] {
            try #expect(client.send(method, target, ["If-None-Match": tag], body).outcome == "412 precondition-failed", "\(tag)")
        }
        try #expect(client.send(method, target, ["If-None-Match": "\"x\""], body).status < 300)
    }

    @Test("If-None-Match: * on a PUT makes a list and never replaces one; If-Match on a PUT of a list that is not there is 412")
    func creation() throws {
        let client = try ContractClient()
        for condition in ["*", "\"v1\""] {
            let failed = try client.put("/lists/l", "[]", ["If-Match": condition])
            #expect(failed.outcome == "412 precondition-failed" && failed.at("current") == "null", "\(failed.text)")
        }
        try #expect(client.put("/lists/l", "[]", ["If-None-Match": "*"]).status == 201)
        try #expect(client.put("/lists/l", "[1]", ["If-None-Match": "*"]).status == 412)
    }

    @Test("A precondition on NDJSON holds as on any PUT")
    func lines() throws {
        let client = try ContractClient()
        try client.putLetters()
        let headers = ["Content-Type": "application/x-ndjson", "If-Match": "\"v9\""]
        try #expect(client.put("/lists/l", "{\"item\":{\"value\":1}}\n", headers).outcome == "412 precondition-failed")
        try #expect(client.put("/lists/m", "{\"item\":{\"value\":1}}\n", headers).outcome == "412 precondition-failed")
    }

    @Test("With requirePreconditions a PUT, PATCH or DELETE on an existing list, section or item without one is 428", arguments: writes)
    func required(method: String, target: String, body: String?, ofList: Bool) throws {
        let client = try ContractClient { $0.api.requirePreconditions = true }
        try #expect(client.putLetters().status == 201)
        let reply = try client.send(method, target, [:], body)
        #expect(reply.outcome == (method == "POST" ? String(reply.status) : "428 precondition-required"), "\(reply.text)")
        if method == "POST" { #expect(reply.status < 300) }
        guard method != "POST" else { return }
        let tag = ofList ? "\"v1\"" : "\"r1@b\""
        try #expect(client.send(method, target, ["If-Match": tag], body).status < 300)
    }

    @Test("Order of checks: syntax and size, then 404 and 410, then 428, then 412, then 422 and other 409")
    func order() throws {
        let client = try ContractClient {
            $0.api.requirePreconditions = true
            $0.api.limits.value = 1_024
        }
        try client.putLetters()
        let (wrong, right) = (["If-Match": "\"x\""], ["If-Match": "*"])
        let large = "\"" + String(repeating: "x", count: 2_000) + "\""
        func outcome(_ method: String, _ target: String, _ body: String, _ headers: [String: String] = [:]) throws -> String {
            try client.send(method, target, headers, body).outcome
        }
        // Syntax and size before 404.
        try #expect(outcome("PUT", "/lists/zz/items/@b", "{", wrong).hasPrefix("400 malformed-json"))
        try #expect(outcome("PUT", "/lists/zz/items/@b", large, wrong) == "413 too-large")
        try #expect(outcome("PATCH", "/lists/zz/items/@b", "7", ["Content-Type": "text/plain"]) == "415 unsupported-media-type")
        try #expect(outcome("PUT", "/lists/zz/items/@b?x=1", "7") == "400 bad-parameter x")
        try #expect(outcome("PUT", "/lists/zz/items/@b", "7", ["If-Match": "x"]).hasPrefix("400 malformed-request"))
        try #expect(outcome("PATCH", "/lists/zz", "", wrong).hasPrefix("400 malformed-json"))
        // 404 before 428, 412 and 422.
        for headers in [[:], wrong] {
            try #expect(outcome("PUT", "/lists/l/items/@zz", "7", headers) == "404 item-not-found")
            try #expect(outcome("PATCH", "/lists/zz", #"{"title":7}"#, headers) == "404 list-not-found")
            try #expect(outcome("PATCH", "/lists/l/sections/9", #"{"x":7}"#, headers) == "404 section-not-found")
            try #expect(outcome("DELETE", "/lists/l/sections/9", "", headers) == "404 section-not-found")
            try #expect(outcome("POST", "/lists/l/sections/9/items", #"{"x":7}"#, headers) == "404 section-not-found")
            try #expect(outcome("POST", "/lists/l/items/@zz/move", #"{"x":7}"#, headers) == "404 item-not-found")
            try #expect(outcome("POST", "/lists/zz/sections", #"{"x":7}"#, headers) == "404 list-not-found")
        }
        // 428 before 422; 412 before 422 and 409.
        let patch = ["Content-Type": "application/json-patch+json"]
        try #expect(outcome("PATCH", "/lists/l", #"{"title":7}"#) == "428 precondition-required")
        try #expect(outcome("PUT", "/lists/l", "[1,[2]]") == "428 precondition-required")
        try #expect(outcome("PATCH", "/lists/l/items/@b", "[7]", patch) == "428 precondition-required")
        try #expect(outcome("PATCH", "/lists/l", #"{"title":7}"#, wrong) == "412 precondition-failed")
        try #expect(outcome("PUT", "/lists/l", "[1,[2]]", wrong) == "412 precondition-failed")
        try #expect(outcome("PATCH", "/lists/l/sections/@F", #"{"x":7}"#, wrong) == "412 precondition-failed")
        try #expect(outcome("POST", "/lists/l/sections", #"{"section":{"id":"F"}}"#, wrong) == "412 precondition-failed")
        try #expect(outcome("POST", "/lists/l/sections/@F/items", #"{"item":{"id":"a","value":1}}"#, wrong) == "412 precondition-failed")
        try #expect(outcome("POST", "/lists/l/items/@b/move", #"{"to":[9,9]}"#, wrong) == "412 precondition-failed")
        try #expect(outcome("PATCH", "/lists/l/items/@b", "[7]", patch.merging(wrong) { $1 }) == "412 precondition-failed")
        // Then the rest.
        try #expect(outcome("PATCH", "/lists/l", #"{"title":7}"#, right) == "422 invalid-value /title")
        try #expect(outcome("PATCH", "/lists/l/items/@b", "[7]", patch.merging(right) { $1 }).hasPrefix("422 invalid-value"))
        try #expect(outcome("POST", "/lists/l/sections", #"{"section":{"id":"F"}}"#, right) == "409 id-taken /section")
        try #expect(client.version() == "1")
    }

    @Test("A read: a missing version is reported before its precondition; a malformed parameter before both")
    func reads() throws {
        let client = try ContractClient()
        try client.putLetters()
        try #expect(client.get("/lists/l?at=9", ["If-Match": "\"x\""]).outcome == "404 version-not-found")
        try #expect(client.get("/lists/zz?at=x", ["If-Match": "\"x\""]).outcome == "400 bad-parameter at")
        try #expect(client.get("/lists/zz?limit=1").outcome == "400 bad-parameter limit")
    }
}
