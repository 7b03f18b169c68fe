import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("Inserting, changing, moving and deleting sections; the properties of a list")
struct SectionEditTests {
    @Test(
        "a section is inserted with its items",
        arguments: [
            (#","index":0"#, "0", "x/abc/d/"), (#","index":3"#, "3", "abc/d//x"), ("", "3", "abc/d//x"),
            (#","before":"@B""#, "1", "abc/x/d/"),
            (#","after":"@B""#, "2", "abc/d/x/"), (#","after":0"#, "1", "abc/x/d/"), (#","before":"0""#, "0", "x/abc/d/"),
        ])
    func insertion(place: String, index: String, expected: String) async throws {
        let api = try await ItemEditTests.api()
        let body = #"{"section":{"id":"é","header":"H","metadata":{"k":1.0},"items":[{"id":"x","value":1}]}\#(place)}"#
        let made = try await api.send(.post, "/lists/l/sections", body: body)
        #expect(made.status == 201 && made["location"] == "/lists/l/sections/@%C3%A9" && made["etag"] == "\"v2\"", "\(made.text)")
        #expect(made.at("index") == index && made.at("list") == "l" && made.at("itemCount") == "1" && made.at("header") == "H")
        #expect(try await ItemEditTests.order(api) == expected)
        // A read says the flat position of its first item, too.
        let read = try await api.get("/lists/l/sections/@%C3%A9")
        let offset = try #require(read.at("itemOffset"))
        #expect(read.text.replacing(",\"itemOffset\":\(offset)", with: "") == made.text)
    }

    @Test(
        "what is wrong with it is said with a pointer",
        arguments: [
            (#"{"section":{},"index":4}"#, 422, "index-out-of-range", "/index"),
            (#"{"section":{},"after":"@no"}"#, 422, "reference-not-found", "/after"),
            (#"{"section":{},"after":9}"#, 422, "reference-not-found", "/after"), (#"{"index":0}"#, 422, "invalid-value", "/section"),
            (#"{"section":{"id":"B"}}"#, 409, "id-taken", "/section"),
            (#"{"section":{"items":[{"value":1},{"id":"d","value":1}]}}"#, 409, "id-taken", "/section/items/1"),
            (#"{"section":{"title":1}}"#, 422, "unknown-key", "/section/title"), (#"{"section":[]}"#, 422, "invalid-value", "/section"),
            (#"{"section":{"items":[{}]}}"#, 422, "invalid-value", "/section/items/0/value"),
        ])
    func insertionRefusals(body: String, status: Int, slug: String, pointer: String) async throws {
        let api = try await ItemEditTests.api()
        let refused = try await api.send(.post, "/lists/l/sections", body: body)
        #expect(refused.status == status && refused.at("type") == "/problems/\(slug)", "\(refused.text)")
        #expect(refused.at("errors.0.pointer") == pointer)
    }

    @Test("a section is patched member by member")
    func patch() async throws {
        let api = try await ItemEditTests.api()
        try await api.send(.patch, "/lists/l/sections/@A", body: #"{"header":{"t":1.0,"u":2},"footer":"f","metadata":{"b":1,"a":2}}"#)
        let patched = try await api.send(
            .patch, "/lists/l/sections/0", ["Content-Type": "application/merge-patch+json"],
            body: #"{"header":{"u":null},"footer":null,"metadata":{"c":3}}"#)
        #expect(patched.status == 200 && patched["etag"] == "\"v3\"" && patched.at("list") == "l" && patched.at("itemCount") == "3")
        #expect(patched.text.contains(#""header":{"t":1.0},"footer":null,"metadata":{"b":1,"a":2,"c":3}"#))
        #expect(try await api.send(.patch, "/lists/l/sections/0", body: "{}")["list-version"] == "3")
        #expect(try await api.send(.patch, "/lists/l/sections/0", body: #"{"metadata":null}"#).text.contains(#""metadata":{}"#))
        let long = String(repeating: "x", count: 17_000)
        for (body, slug, pointer) in [
            (#"{"index":1}"#, "unknown-key", "/index"), (#"{"id":null}"#, "unknown-key", "/id"),
            (#"{"metadata":1}"#, "invalid-value", "/metadata"),
            ("[]", "invalid-value", ""), (#"{"header":"\#(long)"}"#, "limit-exceeded", "/header"),
        ] {
            let refused = try await api.send(.patch, "/lists/l/sections/0", body: body)
            #expect(refused.status == 422 && refused.at("type") == "/problems/\(slug)" && refused.at("errors.0.pointer") == pointer)
        }
        let type = try await api.send(.patch, "/lists/l/sections/0", ["Content-Type": "application/json-patch+json"], body: "[]")
        #expect(type.status == 415 && type["accept-patch"] == "application/merge-patch+json, application/json")
    }

    @Test(
        "a section moves to the place that it then has",
        arguments: [
            ("@A", #"{"index":2}"#, "2", "d//abc"), ("2", #"{"before":"@A"}"#, "0", "/abc/d"), ("0", #"{"after":"@B"}"#, "1", "d/abc/"),
            ("0", #"{"before":"@C"}"#, "1", "d/abc/"), ("0", #"{"index":0}"#, "0", "abc/d/"), ("1", #"{"after":"@B"}"#, "1", "abc/d/"),
        ])
    func moves(section: String, body: String, index: String, expected: String) async throws {
        let api = try await ItemEditTests.api()
        let moved = try await api.send(.post, "/lists/l/sections/\(section)/move", body: body)
        #expect(moved.status == 200 && moved.at("index") == index && moved.at("list") == "l", "\(moved.text)")
        #expect(moved["list-version"] == (expected == "abc/d/" ? "1" : "2"))
        #expect(try await ItemEditTests.order(api) == expected)
        for (body, slug) in [
            (#"{"index":3}"#, "index-out-of-range"), ("{}", "invalid-value"), (#"{"after":"@no"}"#, "reference-not-found"),
        ] {
            let refused = try await api.send(.post, "/lists/l/sections/@A/move", body: body)
            #expect(refused.status == 422 && refused.at("type") == "/problems/\(slug)")
        }
    }

    @Test("a deleted section takes its items with it, and its ids are free")
    func deletion() async throws {
        let api = try await ItemEditTests.api()
        let deleted = try await api.send(.delete, "/lists/l/sections/@A")
        #expect(deleted.status == 204 && deleted["list-version"] == "2" && deleted["etag"] == nil)
        #expect(try await ItemEditTests.order(api) == "d/")
        #expect(try await api.get("/lists/l/items/@a").status == 404)
        #expect(try await api.get("/lists/l/items/@a?at=1").status == 200)
        #expect(try await api.send(.delete, "/lists/l/sections/@A").at("type") == "/problems/section-not-found")
        let again = try await api.send(
            .post, "/lists/l/sections", body: #"{"section":{"id":"A","items":[{"id":"a","value":0}]},"index":0}"#)
        #expect(again.status == 201)
        #expect(try await ItemEditTests.order(api) == "a/d/")
        #expect(try await api.get("/lists/l/sections/@A?at=1").at("itemCount") == "3")
        #expect(try await api.get("/lists/l/sections/@A?at=2").status == 404)
    }

    @Test("a write to a section is conditional on the list's version")
    func preconditions() async throws {
        let api = try await ItemEditTests.api { $0.requirePreconditions = true }
        for method in [HTTPRequest.Method.patch, .delete] {
            #expect(try await api.send(method, "/lists/l/sections/0", body: "{}").status == 428)
            let refused = try await api.send(method, "/lists/l/sections/0", ["If-Match": "\"v2\""], body: "{}")
            #expect(refused.status == 412 && refused.at("current.id") == "A" && refused["etag"] == "\"v1\"")
        }
        #expect(try await api.send(.patch, "/lists/l", body: "{}").status == 428)
        #expect(try await api.send(.post, "/lists/l/sections", ["If-Match": "\"v2\""], body: #"{"section":{}}"#).status == 412)
        #expect(try await api.send(.post, "/lists/l/sections", body: #"{"section":{}}"#).status == 201)
        #expect(try await api.send(.delete, "/lists/l/sections/0", ["If-Match": "\"v2\""]).status == 204)
    }

    @Test("a list's properties are patched, and its content stays")
    func properties() async throws {
        let api = try await ItemEditTests.api()
        let patched = try await api.send(
            .patch, "/lists/l", body: #"{"title":"T","metadata":{"z":1.0,"a":{"b":1}},"defaultType":"DemoModel","identity":"/k"}"#)
        #expect(patched.status == 200 && patched.at("version") == "2" && patched["etag"] == "\"v2\"" && patched.at("itemCount") == "4")
        #expect(try await api.get("/lists/l/items/@a").at("cell") == "DemoCell")
        let second = try await api.send(.patch, "/lists/l", body: #"{"title":null,"metadata":{"a":{"b":null}},"identity":null}"#)
        #expect(second.text.contains(#""title":null,"metadata":{"z":1.0,"a":{}},"defaultType":"DemoModel","identity":null"#))
        #expect(try await api.send(.patch, "/lists/l", body: #"{"title":null}"#).at("version") == "3")
        for (body, slug, pointer) in [
            (#"{"version":1}"#, "unknown-key", "/version"), (#"{"sections":[]}"#, "unknown-key", "/sections"),
            (#"{"title":5}"#, "invalid-value", "/title"), (#"{"identity":"k"}"#, "invalid-value", "/identity"), ("1", "invalid-value", ""),
            (#"{"title":"\#(String(repeating: "x", count: 1_025))"}"#, "limit-exceeded", "/title"),
        ] {
            let refused = try await api.send(.patch, "/lists/l", body: body)
            #expect(
                refused.status == 422 && refused.at("type") == "/problems/\(slug)" && refused.at("errors.0.pointer") == pointer, "\(body)")
        }
        #expect(try await api.send(.patch, "/lists/none", body: "{}").status == 404)
        #expect(try await api.get("/lists/l").at("version") == "3")
    }
}
