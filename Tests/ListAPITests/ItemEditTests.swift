import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("Inserting, moving and deleting items")
struct ItemEditTests {
    static func api(configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TestAPI {
        let api = try TestAPI(configure: configure)
        let document = """
            {"sections":[{"id":"A","items":[{"id":"a","value":1},{"id":"b","value":2},{"id":"c","value":3}]},
                         {"id":"B","items":[{"id":"d","value":4}]},{"id":"C"}]}
            """
        try await api.send(.put, "/lists/l", body: document)
        return api
    }

    /// The ids of the list's items in order, with a slash between sections.
    static func order(_ api: TestAPI) async throws -> String {
        let page = try await api.get("/lists/l/sections?items=50")
        return (0..<(Int(page.at("sectionCount") ?? "") ?? 0)).map { section in
            (0..<(Int(page.at("sections.\(section).itemCount") ?? "") ?? 0))
                .compactMap { page.at("sections.\(section).items.\($0).id") }.joined()
        }.joined(separator: "/")
    }

    @Test(
        "an item is inserted at an index, before or after another, or at the end",
        arguments: [
            ("0", #""index":0"#, "xabc/d/"), ("@A", #""index":3"#, "abcx/d/"), ("0", #""before":"@b""#, "axbc/d/"),
            ("0", #""after":"@b""#, "abxc/d/"), ("0", #""after":"0-2""#, "abcx/d/"), ("2", #""index":0"#, "abc/d/x"), ("@C", "", "abc/d/x"),
            ("1", "", "abc/dx/"),
        ])
    func places(section: String, place: String, expected: String) async throws {
        let api = try await Self.api()
        let body = #"{"item":{"id":"x","type":"T","value":{"n":1.0}}\#(place.isEmpty ? "" : ",")\#(place)}"#
        let made = try await api.send(.post, "/lists/l/sections/\(section)/items", body: body)
        #expect(made.status == 201 && made["list-version"] == "2" && made["etag"] == "\"v2\"", "\(made.text)")
        #expect(made["location"] == "/lists/l/items/@x")
        #expect(made.at("items.0.list") == "l" && made.at("items.0.id") == "x" && made.at("items.0.revision") == "2")
        #expect(made.text.contains(#""value":{"n":1.0}"#))
        #expect(try await Self.order(api) == expected)
        let shown = try await api.get("/lists/l/items/@x")
        #expect(shown.at("indexPath") == made.at("items.0.indexPath") && shown.at("type") == "T")
    }

    @Test("several items are inserted in order, and the server names those without an id")
    func several() async throws {
        let api = try await Self.api()
        let made = try await api.send(
            .post, "/lists/l/sections/0/items", body: #"{"items":[{"id":"é/1","value":1},{"value":2}],"after":"@a"}"#)
        #expect(made.status == 201 && made["location"] == "/lists/l/items/@%C3%A9%2F1")
        #expect(made.at("items.1.indexPath") == "[0,2]" && made.at("items.1.id")?.utf8.count == 36)
        let id = made.at("items.1.id") ?? ""
        #expect(try await api.get("/lists/l/items/@\(id)").at("value") == "2")
        #expect(try await api.get("/lists/l").at("version") == "2")
    }

    @Test(
        "what is wrong with an insertion is said with a pointer",
        arguments: [
            (#"{"item":{"value":1},"index":4}"#, 422, "index-out-of-range", "/index"),
            (#"{"item":{"value":1},"index":-1}"#, 422, "index-out-of-range", "/index"),
            (#"{"item":{"value":1},"index":99999999999999999999}"#, 422, "index-out-of-range", "/index"),
            (#"{"item":{"value":1},"index":1.5}"#, 422, "invalid-value", "/index"),
            (#"{"item":{"value":1},"index":"0"}"#, 422, "invalid-value", "/index"),
            (#"{"item":{"value":1},"before":"@no"}"#, 422, "reference-not-found", "/before"),
            (#"{"item":{"value":1},"after":"@d"}"#, 422, "reference-not-found", "/after"),
            (#"{"item":{"value":1},"after":"d"}"#, 422, "invalid-value", "/after"),
            (#"{"item":{"value":1},"after":"@a","index":0}"#, 422, "invalid-value", "/index"),
            (#"{"item":{"value":1},"place":0}"#, 422, "unknown-key", "/place"),
            (#"{"item":{"value":1,"row":0}}"#, 422, "unknown-key", "/item/row"),
            (#"{"items":[{"value":1},{"id":"x"}]}"#, 422, "invalid-value", "/items/1/value"),
            (#"{"item":{"value":1},"items":[]}"#, 422, "invalid-value", "/items"),
            (#"{"items":[]}"#, 422, "invalid-value", "/items"), ("{}", 422, "invalid-value", "/items"), ("[1]", 422, "invalid-value", ""),
            (#"{"item":{"id":"d","value":1}}"#, 409, "id-taken", "/item"),
            (#"{"items":[{"value":1},{"id":"a","value":1}]}"#, 409, "id-taken", "/items/1"),
            (#"{"items":[{"id":"x","value":1},{"id":"x","value":1}]}"#, 422, "invalid-value", "/items/1/id"),
        ])
    func insertionRefusals(body: String, status: Int, slug: String, pointer: String) async throws {
        let api = try await Self.api()
        let refused = try await api.send(.post, "/lists/l/sections/0/items", body: body)
        #expect(refused.status == status && refused.at("type") == "/problems/\(slug)", "\(refused.text)")
        #expect(refused.at("errors.0.pointer") == pointer)
        #expect(try await api.get("/lists/l").at("version") == "1")
    }

    @Test("an inserted value yields its id where the list has an identity")
    func identity() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: #"{"identity":"/k","sections":[{"items":[{"value":{"k":"a"}}]}]}"#)
        let made = try await api.send(.post, "/lists/l/sections/0/items", body: #"{"items":[{"value":{"k":7.0}},{"value":{"k":"b"}}]}"#)
        #expect(made.at("items.0.id") == "7.0" && made.at("items.1.id") == "b")
        let missing = try await api.send(.post, "/lists/l/sections/0/items", body: #"{"items":[{"value":{"k":"c"}},{"value":1}]}"#)
        #expect(missing.status == 422 && missing.at("errors.0.pointer") == "/items/1")
        let taken = try await api.send(.post, "/lists/l/sections/0/items", body: #"{"item":{"value":{"k":"a"}}}"#)
        #expect(taken.status == 409 && taken.at("errors.0.pointer") == "/item")
    }

    @Test(
        "an item moves to the place that it then has",
        arguments: [
            ("0-0", #"{"to":[0,2]}"#, "bca/d/"), ("@c", #"{"to":[0,0]}"#, "cab/d/"), ("@a", #"{"to":[1,1]}"#, "bc/da/"),
            ("@a", #"{"to":[2,0]}"#, "bc/d/a"), ("@a", #"{"before":"@c"}"#, "bac/d/"), ("@a", #"{"after":"@c"}"#, "bca/d/"),
            ("@c", #"{"before":"@a"}"#, "cab/d/"), ("@a", #"{"before":"@d"}"#, "bc/ad/"), ("@d", #"{"after":"0-0"}"#, "adbc//"),
        ])
    func moves(item: String, body: String, expected: String) async throws {
        let api = try await Self.api()
        let moved = try await api.send(.post, "/lists/l/items/\(item)/move", body: body)
        #expect(moved.status == 200 && moved["list-version"] == "2" && moved.at("revision") == "1", "\(moved.text)")
        let shown = try await api.get("/lists/l/items/@\(moved.at("id") ?? "")")
        #expect(shown.bytes == moved.bytes && shown["etag"] == moved["etag"])
        let path = (moved.at("indexPath") ?? "").dropFirst().dropLast().replacing(",", with: "-")
        #expect(moved["content-location"] == "/lists/l/items/\(path)?at=2" && moved["location"] == nil)
        #expect(try await Self.order(api) == expected)
    }

    @Test("a move to where the item stands makes no version", arguments: [#"{"to":[0,1]}"#, #"{"before":"@c"}"#, #"{"after":"@b"}"#])
    func idleMoves(body: String) async throws {
        let api = try await Self.api()
        let moved = try await api.send(.post, "/lists/l/items/@b/move", body: body)
        #expect(moved.status == 200 && moved["list-version"] == "1" && moved["content-location"] == "/lists/l/items/0-1?at=1")
    }

    @Test(
        "what is wrong with a move is said with a pointer",
        arguments: [
            (#"{"to":[0,3]}"#, "index-out-of-range", "/to/1"), (#"{"to":[3,0]}"#, "index-out-of-range", "/to/0"),
            (#"{"to":[1,2]}"#, "index-out-of-range", "/to/1"), (#"{"to":[-1,0]}"#, "index-out-of-range", "/to/0"),
            (#"{"to":[0]}"#, "invalid-value", "/to"), (#"{"to":"0-1"}"#, "invalid-value", "/to"),
            (#"{"to":[0,null]}"#, "invalid-value", "/to"),
            ("{}", "invalid-value", "/to"), (#"{"before":"@no"}"#, "reference-not-found", "/before"),
            (#"{"to":[0,0],"after":"@c"}"#, "invalid-value", "/after"), (#"{"index":0}"#, "unknown-key", "/index"),
        ])
    func moveRefusals(body: String, slug: String, pointer: String) async throws {
        let api = try await Self.api()
        let refused = try await api.send(.post, "/lists/l/items/@a/move", body: body)
        #expect(refused.status == 422 && refused.at("type") == "/problems/\(slug)", "\(refused.text)")
        #expect(refused.at("errors.0.pointer") == pointer)
        #expect(try await api.send(.post, "/lists/l/items/@no/move", body: body).status == 404)
    }

    @Test("a deleted item is gone, stays in older versions, and is the same when it comes again")
    func deletion() async throws {
        let api = try await Self.api()
        let deleted = try await api.send(.delete, "/lists/l/items/0-1")
        #expect(deleted.status == 204 && deleted["list-version"] == "2" && deleted["etag"] == nil && deleted.bytes.isEmpty)
        #expect(try await Self.order(api) == "ac/d/")
        #expect(try await api.send(.delete, "/lists/l/items/@b").at("type") == "/problems/item-not-found")
        #expect(try await api.get("/lists/l/items/@b?at=1").at("indexPath") == "[0,1]")
        try await api.send(.post, "/lists/l/sections/1/items", body: #"{"item":{"id":"b","value":9}}"#)
        #expect(try await api.get("/lists/l/items/@b").at("indexPath") == "[1,1]")
        #expect(try await api.get("/lists/l/items/@b?at=1").at("value") == "2")
        #expect(try await api.get("/lists/l/items/@b?at=2").status == 404)
    }

    @Test("preconditions of a POST are about the list, those of a DELETE about the item")
    func preconditions() async throws {
        let api = try await Self.api { $0.requirePreconditions = true }
        let insertion = #"{"item":{"value":1}}"#
        for (target, body) in [("sections/0/items", insertion), ("items/@a/move", #"{"to":[0,0]}"#)] {
            let refused = try await api.send(.post, "/lists/l/\(target)", ["If-Match": "\"v9\""], body: body)
            #expect(refused.status == 412 && refused["list-version"] == "1" && refused.at("current") != "null", "\(target)")
            #expect(try await api.send(.post, "/lists/l/\(target)", ["If-Match": "\"r1@a\""], body: body).status == 412)
            #expect(try await api.send(.post, "/lists/l/\(target)", ["If-None-Match": "\"v1\""], body: body).status == 412)
        }
        #expect(try await api.send(.post, "/lists/l/items/@a/move", ["If-Match": "\"v1\""], body: #"{"to":[0,0]}"#).status == 200)
        #expect(try await api.send(.post, "/lists/l/sections/0/items", body: insertion).status == 201)
        #expect(try await api.send(.delete, "/lists/l/items/@a").status == 428)
        let refused = try await api.send(.delete, "/lists/l/items/@a", ["If-Match": "\"v2\""])
        #expect(refused.status == 412 && refused.at("current.id") == "a")
        #expect(try await api.send(.delete, "/lists/l/items/@a", ["If-Match": "\"r1-0.0@a\""]).status == 204)
        #expect(try await api.send(.delete, "/lists/l/items/@a", ["If-Match": "\"r1-0.0@a\""]).status == 404)
    }

    @Test("a list takes as many items and sections as the operator allows")
    func limits() async throws {
        let api = try await Self.api { $0.limits = .init(sections: 3, items: 5) }
        #expect(try await api.send(.post, "/lists/l/sections/0/items", body: #"{"item":{"value":1}}"#).status == 201)
        let items = try await api.send(.post, "/lists/l/sections/0/items", body: #"{"item":{"value":1}}"#)
        #expect(items.status == 422 && items.at("type") == "/problems/limit-exceeded")
        let sections = try await api.send(.post, "/lists/l/sections", body: #"{"section":{}}"#)
        #expect(sections.status == 422 && sections.at("type") == "/problems/limit-exceeded")
    }

    @Test("syntax comes before existence, existence before preconditions, preconditions before meaning")
    func order() async throws {
        let api = try await Self.api()
        let target = "/lists/l/sections/9/items"
        #expect(try await api.send(.post, target, ["If-Match": "\"v9\""], body: "{").status == 400)
        #expect(try await api.send(.post, target, ["If-Match": "\"v9\""], body: "{}").status == 404)
        #expect(try await api.send(.post, "/lists/l/sections/0/items", ["If-Match": "\"v9\""], body: "{}").status == 412)
        #expect(try await api.send(.post, "/lists/l/sections/0/items", body: "{}").status == 422)
        #expect(try await api.send(.post, "/lists/none/sections/0/items", body: "{}").at("type") == "/problems/list-not-found")
    }
}
