import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Ports
import SQLiteStore
import StoreSuite
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

    @Test("of a webhook that was narrowed a token sees, retries and replays the deliveries of its own lists alone")
    func narrowed() async throws {
        let tokens = [TestTokens.token("root", .admin), TestTokens.token("narrow", .admin, ["pub-*"])]
        let api = try TestAPI { $0.tokens = tokens }
        let (root, narrow) = (TestTokens.bearer("root"), TestTokens.bearer("narrow"))
        let made = try await api.send(.post, "/webhooks", root, body: #"{"url":"https://93.184.215.14/hooks"}"#)
        let hook = try #require(made.at("id"))
        for list in ["pub-1", "priv-1", "priv-2", "pub-2", "priv-3"] {
            #expect(try await api.send(.put, "/lists/\(list)", root, body: "[[1]]").status == 201)
        }
        #expect(try await api.send(.post, "/webhooks/\(hook)/test", root).status == 202)
        let log = "/webhooks/\(hook)/deliveries"
        #expect(try await api.get(log, narrow).status == 404)
        #expect(try await api.send(.patch, "/webhooks/\(hook)", root, body: #"{"lists":["pub-*"]}"#).status == 200)
        let all = try api.store.allDeliveries(to: Identifier(verbatim: hook))
        #expect(all.count == 6)
        try api.store.record(all.map { ConformanceCheck.outcome($0, 500, at: $0.createdAt + 9) })

        func ids(_ token: [String: String], _ query: String = "") async throws -> [String] {
            let page = try await api.get(log + query, token)
            return (0..<9).compactMap { page.at("deliveries.\($0).id") }
        }
        let isPublic = { (delivery: Delivery) in delivery.list?.text.hasPrefix("pub-") ?? true }
        let own = all.filter(isPublic).map(\.id.text)
        #expect(try await ids(root) == all.map(\.id.text))
        #expect(try await ids(narrow) == own && own.count == 3)
        #expect(try await ids(narrow, "?status=failed") == own)
        #expect(try await ids(narrow, "?limit=2") == Array(own.prefix(2)))
        let next = try #require(try await api.get(log + "?limit=2", narrow).at("next"))
        #expect(try await ids(narrow, "?limit=2&after=\(next)") == Array(own.suffix(1)))
        #expect(try await api.get(log + "?limit=3", narrow).at("next") == "null")

        for delivery in all {
            let retried = try await api.send(.post, "\(log)/\(delivery.id)/retry", narrow)
            #expect(retried.status == (isPublic(delivery) ? 202 : 404))
        }
        try api.store.record(
            all.filter(isPublic).map { ConformanceCheck.outcome($0, 500, at: $0.createdAt + 3_600_000) })
        let replay = #"{"since":"1970-01-01T00:00:00Z","until":"2100-01-01T00:00:00Z"}"#
        #expect(try await api.send(.post, "/webhooks/\(hook)/replay", narrow, body: replay).text == #"{"count":3}"#)
        // A token that sees all still sends nothing that the webhook no longer asks for.
        let hidden = try #require(all.first { !isPublic($0) })
        let refused = try await api.send(.post, "\(log)/\(hidden.id)/retry", root)
        #expect(refused.status == 202 && refused.at("status") == "failed" && refused.at("attempts.1.error") == "out of reach")
        #expect(try await api.send(.post, "/webhooks/\(hook)/replay", root, body: replay).text == #"{"count":0}"#)
    }

    @Test("a page of the log among thousands of deliveries out of reach costs a bounded number of reads, and goes on behind them")
    func bounded() async throws {
        let tokens = [TestTokens.token("root", .admin), TestTokens.token("narrow", .admin, ["pub"])]
        let api = try TestAPI { $0.tokens = tokens }
        let (root, narrow) = (TestTokens.bearer("root"), TestTokens.bearer("narrow"))
        let made = try await api.send(.post, "/webhooks", root, body: #"{"url":"https://93.184.215.14/hooks"}"#)
        let hook = try #require(made.at("id"))
        for list in ["pub", "priv"] { #expect(try await api.send(.put, "/lists/\(list)", root, body: "[[1]]").status == 201) }
        let list = try #require(ListID("priv"))
        for _ in 0..<3 {
            for _ in 0..<1_999 { api.store.write(list, { _ = try $0.record(.itemSelected) { _ in [0x7B, 0x7D] } }, completion: { _ in }) }
            try api.store.select(in: list)
        }
        #expect(try await api.send(.patch, "/webhooks/\(hook)", root, body: #"{"lists":["pub"]}"#).status == 200)
        let first = try await api.get("/webhooks/\(hook)/deliveries?limit=2", narrow)
        #expect(first.at("deliveries") == "[]")
        let next = try #require(first.at("next"))
        let second = try await api.get("/webhooks/\(hook)/deliveries?limit=2&after=\(next)", narrow)
        #expect(second.at("deliveries.0.event") == "list.created" && second.at("deliveries.1") == nil && second.at("next") == "null")
    }
}
