import HTTPServing
import HTTPTypes
import ListAPI
import Testing

@Suite("Rate limits")
struct RateTests {
    private static func api(_ tokens: [AccessToken] = []) throws -> TestAPI {
        try TestAPI { settings in
            settings.access.rate.requests = 0.001
            settings.access.rate.burst = 3
            settings.tokens = tokens
        }
    }

    @Test("beyond the limit it is 429 with Retry-After, for pages in the cache too; health and readiness go on")
    func limit() async throws {
        let api = try Self.api()
        #expect(try await api.send(.put, "/lists/a", body: "[1]").status == 201)
        for _ in 0..<2 { #expect(try await api.get("/lists/a").status == 200) }
        for target in ["/lists/a", "/nowhere", "/metrics"] {
            let answer = try await api.get(target)
            #expect(answer.status == 429 && answer.at("type") == "/problems/too-many-requests")
            #expect((answer["retry-after"].flatMap { Int($0) } ?? 0) > 100 && answer["cache-control"] == "no-store")
        }
        for target in ["/healthz", "/readyz"] { for _ in 0..<5 { #expect(try await api.get(target).status == 200) } }
    }

    @Test("each token has a bucket of its own; without a valid one requests count against their address")
    func tokens() async throws {
        let api = try Self.api([TestTokens.token("a", .read), TestTokens.token("b", .read)])
        for token in ["a", "b", "guess"] {
            let expected = token == "guess" ? 401 : 200
            for _ in 0..<3 { #expect(try await api.get("/lists", TestTokens.bearer(token)).status == expected) }
            #expect(try await api.get("/lists", TestTokens.bearer(token)).status == 429)
        }
        #expect(try await api.get("/lists").status == 429, "the address has guessed too often")
    }

    @Test("a limit that is read again counts from now on, and 0 ends it")
    func change() async throws {
        let api = try Self.api()
        for _ in 0..<4 { _ = try await api.get("/lists") }
        #expect(try await api.get("/lists").status == 429)
        var rules = AccessRules()
        api.api.take(rules)
        for _ in 0..<10 { #expect(try await api.get("/lists").status == 200) }
        (rules.rate.requests, rules.rate.burst) = (0.001, 1)
        api.api.take(rules)
        #expect(try await api.get("/lists").status == 200)
        api.api.take(rules)
        #expect(try await api.get("/lists").status == 429, "rules that say the same give nobody a new bucket")
    }
}
