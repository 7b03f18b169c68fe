import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("PUT of a list as NDJSON")
struct UploadTests {
    private static let headers = ["Content-Type": "application/x-ndjson"]

    @discardableResult
    private func put(_ api: TestAPI, _ text: String, _ headers: [String: String] = [:], list: String = "l") async throws -> TestResponse {
        try await api.send(.put, "/lists/\(list)", Self.headers.merging(headers) { _, new in new }, body: text)
    }

    @Test("makes the list, then replaces it, with the headers of any PUT")
    func makes() async throws {
        let api = try TestAPI()
        let made = try await put(
            api,
            """
            {"list":{"title":"Cities","defaultType":"City","identity":"/iata"}}
            {"section":{"id":"FR","header":"France"}}
            {"item":{"value":{"iata":"CDG","n":1.0}}}
            {"item":{"id":"x","type":"T","value":{"iata":"ORY"}}}
            {"section":{"header":"Italy"}}
            """)
        #expect(made.status == 201 && made["location"] == "/lists/l" && made["etag"] == "\"v1\"" && made["list-version"] == "1")
        #expect(made.at("title") == "Cities" && made.at("sectionCount") == "2" && made.at("itemCount") == "2")
        #expect(made.at("identity") == "/iata" && made.at("defaultType") == "City")
        #expect(try await api.get("/lists/l/items/@CDG").text.contains(#""value":{"iata":"CDG","n":1.0}"#))
        #expect(try await api.get("/lists/l/items/@x").at("type") == "T")
        let minimal = try await put(api, #"{"item":{"value":1}}"#, ["Prefer": "return=minimal"])
        #expect(minimal.status == 422)
        let replaced = try await put(api, "{\"list\":{}}\n{\"item\":{\"value\":1}}\n", ["Prefer": "return=minimal"])
        #expect(replaced.status == 204 && replaced["etag"] == "\"v2\"" && replaced["preference-applied"] == "return=minimal")
        #expect(try await api.get("/lists/l").at("title") == "null")
    }

    @Test("of an export makes no version, whatever it is cut into", arguments: [1, 7, 1_000_000])
    func export(piece: Int) async throws {
        let api = try TestAPI(piece: piece)
        try await api.send(
            .put, "/lists/l",
            body: """
                {"title":"T","metadata":{"a":1},"sections":[{"id":"a","header":"A","items":[{"id":"x","type":"M","value":{"b":1.0,"a":1e400}},
                {"value":[]}]},{"metadata":{"k":[1]}},{"items":[{"value":null},{"value":null},{"value":"é"}]}]}
                """)
        let export = try await api.get("/lists/l/export").text
        let same = try await put(api, export)
        #expect(same.status == 200 && same["etag"] == "\"v1\"")
        let copy = try await put(api, export, list: "m")
        #expect(copy.status == 201 && copy["location"] == "/lists/m")
        let lines = try await api.get("/lists/m/export").text.split(separator: "\n")
        #expect(lines.dropFirst() == export.split(separator: "\n").dropFirst())
    }

    @Test("without the list's line keeps what the list is; with it, what is missing takes its default")
    func properties() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: #"{"title":"T","metadata":{"a":1},"defaultType":"M","sections":[]}"#)
        let kept = try await put(api, #"{"item":{"value":1}}"#)
        #expect(kept.at("title") == "T" && kept.at("metadata.a") == "1" && kept.at("defaultType") == "M" && kept.at("itemCount") == "1")
        let reset = try await put(api, "{\"list\":{\"title\":\"U\"}}\n{\"item\":{\"value\":1}}")
        #expect(reset.at("title") == "U" && reset.at("metadata") == "{}" && reset.at("defaultType") == "null")
    }

    @Test("may begin with items, which are a section without a header, and have at least one line")
    func shapes() async throws {
        let api = try TestAPI()
        try await put(
            api, "\n{\"item\":{\"value\":1}}\n\n{\"item\":{\"value\":2}}\r\n{\"section\":{\"header\":\"H\"}}\n{\"item\":{\"value\":3}}")
        let sections = try await api.get("/lists/l/sections?items=5")
        #expect(sections.at("sections.0.header") == "null" && sections.at("sections.0.itemCount") == "2")
        #expect(sections.at("sections.1.header") == "H" && sections.at("sections.1.items.0.value") == "3")
        for text in ["", "\n", " \r\n"] {
            let empty = try await put(api, text)
            #expect(empty.status == 422 && empty.at("errors.0.line") == "1")
            #expect(try await api.get("/lists/l").at("itemCount") == "3")
        }
        #expect(try await put(api, #"{"list":{}}"#).at("sectionCount") == "0")
        #expect(try await put(api, "", list: "m").status == 422)
    }

    @Test("that is refused changes nothing, and names its line")
    func refusals() async throws {
        let api = try TestAPI { $0.limits = ContentLimits(body: 1_000, value: 100, sections: 3, items: 5) }
        try await api.send(.put, "/lists/l", body: "[1]")
        let item = "{\"item\":{\"value\":1}}\n"
        let long = String(repeating: "x", count: 101)
        let cases = [
            (item + "{\"item\":\n", 400, "malformed-json", 2), (item + item + "5", 422, "invalid-value", 3),
            (item + "{\"item\":{\"value\":\"\(long)\"}}\n", 413, "too-large", 2),
            (item + "\n" + String(repeating: " ", count: 101 + (64 << 10)), 413, "too-large", 3),
            (String(repeating: item, count: 6), 422, "limit-exceeded", 6), (item + "{\"list\":{}}", 422, "invalid-value", 2),
            ("{\"section\":{\"id\":\"a\"}}\n\n{\"section\":{\"id\":\"a\"}}\n", 422, "invalid-value", 3),
            ("{\"item\":{\"id\":\"a\",\"value\":1}}\n\n{\"item\":{\"id\":\"a\",\"value\":1}}\n", 422, "invalid-value", 3),
            ("{\"list\":{\"identity\":\"/i\"}}\n{\"item\":{\"value\":{\"i\":\"a\"}}}\n{\"item\":{\"value\":1}}\n", 422, "invalid-value", 3),
            ("{\"section\":{\"x\":1}}", 422, "unknown-key", 1),
        ]
        for (text, status, slug, line) in cases {
            let answer = try await put(api, text)
            #expect(answer.status == status && answer.at("type") == "/problems/\(slug)", "\(text.prefix(80))")
            #expect(answer.at("errors.0.line") == "\(line)" && answer.at("instance") == "/lists/l", "\(text.prefix(80))")
        }
        #expect(try await api.get("/lists/l")["etag"] == "\"v1\"")
        // Longer than a body may be.
        let padding = String(repeating: "\n", count: 5_000)
        #expect(try await put(api, padding + item).status == 200)
    }

    @Test("tells syntax and size first, then preconditions, then meaning")
    func order() async throws {
        let api = try TestAPI { $0.requirePreconditions = true }
        try await api.send(.put, "/lists/l", body: "[1]")
        #expect(try await put(api, "5\n").status == 428)
        #expect(try await put(api, "5\n{").status == 400)
        let failed = try await put(api, "5\n", ["If-Match": "\"v2\""])
        #expect(failed.status == 412 && failed.at("current.version") == "1")
        #expect(try await put(api, "5\n", ["If-Match": "\"v1\""]).status == 422)
        #expect(try await put(api, "{", ["If-Match": "\"v2\""]).status == 400)
        #expect(try await put(api, "", ["If-Match": "\"v1\""], list: "m").status == 412)
        #expect(try await put(api, "", ["If-None-Match": "*"]).status == 412)
        #expect(try await put(api, "", ["If-Match": "\"v1\""]).status == 422)
    }

    @Test("is refused before its first byte where its headers or its path are wrong")
    func early() async throws {
        let api = try TestAPI()
        let types = ["application/x-ndjson; charset=utf-8": 201, "application/X-NDJSON": 200, "application/x-ndjson; charset=latin1": 415]
        for (type, status) in types.sorted(by: { $0.value > $1.value }) {
            let answer = try await put(api, status == 415 ? "{" : #"{"item":{"value":1}}"#, ["Content-Type": type])
            #expect(answer.status == status || (answer.status == 201 && status == 200), "\(type)")
        }
        #expect(try await put(api, "{", ["Content-Encoding": "gzip"]).status == 415)
        #expect(try await put(api, "{", ["If-Match": "x"]).at("type") == "/problems/malformed-request")
        #expect(try await put(api, "{", list: "l?x=1").at("type") == "/problems/bad-parameter")
        #expect(try await put(api, "{", list: "-").status == 400)
        #expect(try await api.send(.patch, "/lists/l", Self.headers, body: "{}").status == 415)
        #expect(try await api.send(.put, "/lists/l/items/0-0", Self.headers, body: "{}").status == 415)
    }

    @Test("with an idempotency key is done once, and a refusal frees the key", arguments: [1, 1_000])
    func keyed(piece: Int) async throws {
        let api = try TestAPI(piece: piece)
        let key = ["Idempotency-Key": "k"]
        for (bad, status) in [("{\"item\":", 400), ("5", 422)] {
            #expect(try await put(api, "{\"item\":{\"value\":1}}\n" + bad, key).status == status)
        }
        let first = try await put(api, #"{"item":{"value":1}}"#, key)
        #expect(first.status == 201 && first["idempotency-replayed"] == nil)
        try await put(api, #"{"item":{"value":2}}"#)
        let again = try await put(api, #"{"item":{"value":1}}"#, key)
        #expect(again.status == 201 && again["idempotency-replayed"] == "true" && again.bytes == first.bytes)
        #expect(try await put(api, #"{"item":{"value":3}}"#, key).at("type") == "/problems/idempotency-key-reused")
        #expect(try await api.get("/lists/l")["etag"] == "\"v2\"")
    }
}
