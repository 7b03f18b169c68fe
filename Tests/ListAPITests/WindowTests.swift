import HTTPTypes
import Testing

@Suite("Windows beside an item")
struct WindowTests {
    /// Two sections of ten items, `a0` to `a9` and `b0` to `b9`.
    private func api() async throws -> TestAPI {
        let api = try TestAPI()
        let sections = ["a", "b"].map { name in
            "{\"id\":\"\(name)\",\"items\":[" + (0..<10).map { "{\"id\":\"\(name)\($0)\",\"value\":\($0)}" }.joined(separator: ",") + "]}"
        }
        try await api.send(.put, "/lists/l", body: "{\"sections\":[\(sections.joined(separator: ","))]}")
        return api
    }

    private func ids(_ page: TestResponse) -> String { (0..<20).compactMap { page.at("items.\($0).id") }.joined(separator: " ") }

    @Test(
        "after, before and around show what is beside the item, with the true offset",
        arguments: [
            ("items?after=@a8&limit=3", "9", "a9 b0 b1"), ("items?before=@b1&limit=3", "8", "a8 a9 b0"),
            ("items?around=@b0&limit=4", "8", "a8 a9 b0 b1"), ("items?around=@a0&limit=3", "0", "a0 a1 a2"),
            ("items?around=@b9&limit=3", "17", "b7 b8 b9"), ("items?after=@b9&limit=3", "20", ""),
            ("items?before=@a0&limit=3", "0", ""), ("items?before=@a1&limit=3", "0", "a0"),
            ("sections/@b/items?after=@b1&limit=2", "2", "b2 b3"), ("sections/1/items?before=@b1&limit=2", "0", "b0"),
            ("sections/1/items?around=@b5&limit=3", "4", "b4 b5 b6"), ("sections/0/items?after=@a9", "10", ""),
        ])
    func windows(query: String, offset: String, shown: String) async throws {
        let page = try await api().get("/lists/l/\(query)")
        #expect(page.status == 200 && page.at("offset") == offset && ids(page) == shown)
    }

    @Test("the links of a window go on by offset, pinned, and the pages before and after join without a gap")
    func links() async throws {
        let api = try await api()
        let page = try await api.get("/lists/l/items?around=@a5&limit=4&at=1")
        #expect(page.link("first") == "/lists/l/items?offset=0&limit=4&at=1")
        #expect(page.link("prev") == "/lists/l/items?offset=0&limit=4&at=1")
        #expect(page.link("next") == "/lists/l/items?offset=7&limit=4&at=1")
        #expect(page.link("last") == "/lists/l/items?offset=16&limit=4&at=1")
        #expect(ids(try await api.get(page.link("next") ?? "")) == "a7 a8 a9 b0")
        let first = try await api.get("/lists/l/items?before=@a0&limit=4")
        #expect(first.link("prev") == nil && first.link("next") == "/lists/l/items?offset=0&limit=4&at=1")
        let second = try await api.get("/lists/l/items?before=@a2&limit=4")
        #expect(second.link("prev") == nil && second.link("next") == "/lists/l/items?offset=2&limit=4&at=1")
        let end = try await api.get("/lists/l/sections/1/items?after=@b9&limit=4")
        #expect(end.link("next") == nil && end.link("prev") == "/lists/l/sections/1/items?offset=8&limit=4&at=1")
    }

    @Test("a window finds the item where it stood in an older version")
    func older() async throws {
        let api = try await api()
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"id":"b","items":[{"id":"a5","value":5},{"id":"b0","value":0}]}]}"#)
        #expect(ids(try await api.get("/lists/l/items?after=@a5")) == "b0")
        #expect(ids(try await api.get("/lists/l/items?after=@a5&limit=2&at=1")) == "a6 a7")
        #expect(try await api.get("/lists/l/items?after=@a6").at("type") == "/problems/item-not-found")
        #expect(try await api.get("/lists/l/items?after=@a6&at=1").status == 200)
    }

    @Test("an id is named as bytes, percent-encoded as needed")
    func encoded() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"id":"a+b c/é","value":1},{"id":"x","value":2}]}]}"#)
        #expect(ids(try await api.get("/lists/l/items?after=@a%2Bb+c%2F%C3%A9")) == "x")
        #expect(try await api.get("/lists/l/items?after=@a%2Bb+c%2Fe%CC%81").status == 404)
    }

    @Test("an item that is not in the section or the list is 404", arguments: ["items?after=@zz", "sections/0/items?around=@b0"])
    func absence(query: String) async throws {
        let answer = try await api().get("/lists/l/\(query)")
        #expect(answer.status == 404 && answer.at("type") == "/problems/item-not-found")
    }

    @Test(
        "a value that names no item, and two that say where the page is, are named",
        arguments: [
            ("after=a1", "after"), ("before=", "before"), ("around=@", "around"), ("after=0-1", "after"), ("after=@a%00", "after"),
            ("after=@a%0A", "after"), ("after=@a1&after=@a1", "after"), ("offset=1&after=@a1", "after"), ("after=@a1&offset=1", "offset"),
            ("before=@a1&around=@a1", "around"), ("around=@a1&limit=0", "limit"),
        ], ["items", "sections/0/items"])
    func refusals(query: (String, String), route: String) async throws {
        let answer = try await api().get("/lists/l/\(route)?\(query.0)")
        #expect(answer.status == 400 && answer.at("type") == "/problems/bad-parameter" && answer.at("errors.0.parameter") == query.1)
    }
}
