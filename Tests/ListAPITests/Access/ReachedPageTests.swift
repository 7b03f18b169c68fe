import HTTPTypes
import ListAPI
import Testing

@Suite("A page of lists for a token that reaches few of them")
struct ReachedPageTests {
    @Test("ends after a bounded number of lists, and goes on behind one that it does not name")
    func bounded() async throws {
        let api = try TypedAPI { settings in
            settings.tokens = [TestTokens.token("root", .admin), TestTokens.token("few", .read, ["*x"])]
        }
        for number in 1_000..<5_100 { try await api.send(.put, "/lists/l\(number)", TestTokens.bearer("root"), body: "[]") }
        try await api.send(.put, "/lists/zx", TestTokens.bearer("root"), body: "[]")
        let few = TestTokens.bearer("few")
        var (found, pages) = ([String](), 0)
        var target = "/lists?limit=10" as String?
        while let next = target, pages < 10 {
            let page = try await api.get(next, few)
            #expect(page.status == 200)
            #expect(try await api.get(next, few)["etag"] == page["etag"])
            #expect(!page.text.contains("\"l1") && !page.text.contains("\"l3") && !(page["link"] ?? "").contains("=l"))
            found += (0..<10).compactMap { page.at("lists.\($0).id") }
            pages += 1
            target = page.link("next")
        }
        #expect(found == ["zx"] && pages >= 3)
        let foreign = try await api.get("/lists?after=~AAAA", few)
        #expect(foreign.status == 400 && foreign.at("errors.0.parameter") == "after")
    }
}
