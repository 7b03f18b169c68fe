import HTTPServing
import HTTPTypes
import ListAPI
import Testing

@Suite("The webhooks that a token reaches")
struct WebhookReachTests {
    @Test("a token of some lists reaches the webhooks that hear of no others")
    func reach() async throws {
        let tokens = [TestTokens.token("root", .admin), TestTokens.token("narrow", .admin, ["a*", "b"])]
        let api = try TestAPI { $0.tokens = tokens }
        let (root, narrow) = (TestTokens.bearer("root"), TestTokens.bearer("narrow"))
        let url = "https://93.184.215.14/hooks"
        func make(_ lists: String, _ token: [String: String]) async throws -> TestResponse {
            try await api.send(.post, "/webhooks", token, body: "{\"url\":\"\(url)\",\"lists\":\(lists)}")
        }
        let all = try #require(try await make("[]", root).at("id"))
        for (lists, status) in [
            ("[]", 403), (#"["*"]"#, 403), (#"["c"]"#, 403), (#"["b*"]"#, 403), (#"["a","c"]"#, 403), (#"["a*"]"#, 201),
            (#"["ab*","b"]"#, 201),
        ] {
            #expect(try await make(lists, narrow).status == status, "\(lists)")
        }
        let other = try #require(try await make(#"["c"]"#, root).at("id"))
        for id in [all, other] {
            #expect(try await api.get("/webhooks/\(id)", narrow).at("type") == "/problems/webhook-not-found")
            #expect(try await api.send(.post, "/webhooks/\(id)/rotate-secret", narrow).status == 404)
            #expect(try await api.get("/webhooks/\(id)", root).status == 200)
        }
        let page = try await api.get("/webhooks", narrow)
        #expect(
            page.at("webhooks.1.lists") == #"["ab*","b"]"# && page.at("webhooks.2") == nil && page["cache-control"] == "private, no-cache")
        let own = try #require(page.at("webhooks.0.id"))
        #expect(try await api.send(.patch, "/webhooks/\(own)", narrow, body: #"{"lists":null}"#).status == 403)
        #expect(try await api.send(.patch, "/webhooks/\(own)", narrow, body: #"{"lists":["b"]}"#).status == 200)
    }
}
