import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("Paging")
struct PagingTests {
    @Test("following next visits every item of one version once, whatever is written meanwhile", arguments: ["sections/0/items", "items"])
    func follow(route: String) async throws {
        let api = try TestAPI()
        let values = (0..<997).map(String.init)
        try await api.send(.put, "/lists/a", body: "[[\(values.joined(separator: ","))]]")
        var target: String? = "/lists/a/\(route)?limit=50"
        var seen: [String] = []
        var pages = 0
        while let next = target {
            let page = try await api.get(next)
            #expect(page.at("version") == "1")
            seen += (0..<50).compactMap { page.at("items.\($0).value") }
            target = page.link("next")
            pages += 1
            try await api.send(.put, "/lists/a", body: "[[\((0..<(pages * 37)).map { "-\($0)" }.joined(separator: ","))]]")
        }
        #expect(seen == values && pages == 20)
    }

    @Test("links are first, prev, next and last, pinned, with other parameters kept")
    func links() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[" + (0..<7).map { "[\($0)]" }.joined(separator: ",") + "]")
        let page = try await api.get("/lists/a/sections?items=1&limit=2&offset=3")
        #expect(page.link("first") == "/lists/a/sections?offset=0&limit=2&items=1&at=1")
        #expect(page.link("prev") == "/lists/a/sections?offset=1&limit=2&items=1&at=1")
        #expect(page.link("next") == "/lists/a/sections?offset=5&limit=2&items=1&at=1")
        #expect(page.link("last") == "/lists/a/sections?offset=6&limit=2&items=1&at=1")
        let first = try await api.get("/lists/a/items?limit=7")
        #expect(first.link("prev") == nil && first.link("next") == nil && first.link("last") == "/lists/a/items?offset=0&limit=7&at=1")
        let past = try await api.get("/lists/a/items?limit=3&offset=9223372036854775807")
        #expect(past.status == 200 && past.at("items") == "[]" && past.at("itemCount") == "7")
        #expect(past.link("prev") == "/lists/a/items?offset=6&limit=3&at=1" && past.link("next") == nil)
    }

    @Test("an empty list has an empty first page")
    func empty() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[]")
        let page = try await api.get("/lists/a/items")
        #expect(page.status == 200 && page.at("itemCount") == "0" && page.at("items") == "[]")
        #expect(page["link"] == "</lists/a/items?offset=0&limit=50&at=1>; rel=\"first\"")
    }

    @Test("a flat window runs across sections, empty ones between them")
    func flat() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[[0,1],[],[],[2],[],[3,4]]")
        let page = try await api.get("/lists/a/items?offset=1&limit=3")
        #expect((0..<4).map { page.at("items.\($0).indexPath") } == ["[0,1]", "[3,0]", "[5,0]", nil])
    }

    @Test("a page closes early once it has passed 8 MiB, and next goes on behind it")
    func large() async throws {
        let api = try TestAPI()
        let value = "\"" + String(repeating: "x", count: 200_000) + "\""
        try await api.send(.put, "/lists/a", body: "[[" + Array(repeating: value, count: 60).joined(separator: ",") + "]]")
        let page = try await api.get("/lists/a/items?limit=60")
        #expect(page.bytes.count > 8 << 20 && page.bytes.count < (8 << 20) + 400_000)
        #expect(page.link("next") == "/lists/a/items?offset=42&limit=60&at=1")
        let rest = try await api.get(page.link("next") ?? "")
        #expect(rest.at("items.0.indexPath") == "[0,42]" && rest.link("next") == nil)
    }

    @Test(
        "a parameter that is malformed, out of range, unknown or given twice is named",
        arguments: [
            ("offset=-1", "offset"), ("offset=01", "offset"), ("limit=0", "limit"), ("limit=501", "limit"), ("limit=", "limit"),
            ("limit=5&limit=5", "limit"), ("colour=red", "colour"), ("at=0", "at"), ("at=-1", "at"), ("at=x", "at"),
            ("offset=%zz", "offset"),
            ("items=3", "items"),
        ])
    func badParameters(query: String, name: String) async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        let answer = try await api.get("/lists/a/items?\(query)")
        #expect(answer.status == 400 && answer.at("type") == "/problems/bad-parameter")
        #expect(answer.at("errors.0.parameter") == name && answer["cache-control"] == "no-store")
    }
}
