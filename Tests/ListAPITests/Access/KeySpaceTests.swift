import HTTPServing
import HTTPTypes
import ListAPI
import Testing

@Suite("Idempotency keys and tokens")
struct KeySpaceTests {
    private static let hook = #"{"url":"https://93.184.215.14/hooks"}"#

    private static func api() async throws -> TestAPI {
        let api = try TestAPI {
            $0.tokens = [
                TestTokens.token("root", .admin), TestTokens.token("other", .admin), TestTokens.token("pub", .admin, ["pub-*"]),
            ]
        }
        try await api.send(.put, "/lists/a", TestTokens.bearer("root"), body: "[1]")
        return api
    }

    private static func keyed(_ token: String, _ key: String = "k") -> [String: String] {
        TestTokens.bearer(token).merging(["Idempotency-Key": key]) { $1 }
    }

    @Test("each token has keys of its own: what one has sent is neither given to another nor in its way")
    func spaces() async throws {
        let api = try await Self.api()
        for (token, replayed) in [("root", nil), ("other", nil), ("root", "true"), ("other", "true")] {
            let answer = try await api.send(.patch, "/lists/a", Self.keyed(token), body: #"{"title":"T"}"#)
            #expect(answer.status == 200 && answer["idempotency-replayed"] == replayed, "\(token)")
        }
        let made = try await api.send(.post, "/lists/a/sections", Self.keyed("other", "s"), body: #"{"section":{"id":"x"}}"#)
        let taken = try await api.send(.post, "/lists/a/sections", Self.keyed("root", "s"), body: #"{"section":{"id":"x"}}"#)
        #expect(made.status == 201 && taken.status == 409 && taken["idempotency-replayed"] == nil)
    }

    @Test("a secret of a webhook is not given to another admin who sends the same request with the same key")
    func secret() async throws {
        let api = try await Self.api()
        let body = #"{"url":"https://93.184.215.14/hooks","lists":["pub-a"]}"#
        let made = try await api.send(.post, "/webhooks", Self.keyed("root"), body: body)
        let secret = try #require(made.at("secret"))
        let second = try await api.send(.post, "/webhooks", Self.keyed("pub"), body: body)
        #expect(second.status == 201 && second.at("secret") != secret && second["idempotency-replayed"] == nil)
        #expect(try await api.send(.post, "/webhooks", Self.keyed("root"), body: body).at("secret") == secret)
    }

    @Test(
        "whether a token reaches a webhook, and the lists that a body names, is checked before a kept answer is given",
        arguments: ["", "/test", "/rotate-secret", "/enable", "/disable", "/replay"])
    func reach(action: String) async throws {
        let api = try await Self.api()
        let made = try await api.send(.post, "/webhooks", Self.keyed("other", "made"), body: Self.hook)
        let id = try #require(made.at("id"))
        let body = action == "/replay" ? #"{"since":"2026-01-01T00:00:00Z"}"# : "{}"
        let method = action.isEmpty ? HTTPRequest.Method.patch : .post
        for replayed in [nil, "true"] {
            let answer = try await api.send(method, "/webhooks/\(id)\(action)", Self.keyed("other"), body: body)
            #expect((200..<300).contains(answer.status) && answer["idempotency-replayed"] == replayed)
        }
        // The same token, which the operator lets reach less from now on.
        var rules = AccessRules()
        rules.tokens = [TestTokens.token("other", .admin, ["pub-*"])]
        api.api.take(rules)
        let answer = try await api.send(method, "/webhooks/\(id)\(action)", Self.keyed("other"), body: body)
        #expect(answer.status == 404 && !answer.text.contains("whsec_"), "\(answer.text)")
        let again = try await api.send(.post, "/webhooks", Self.keyed("other", "made"), body: Self.hook)
        #expect(again.status == 403 && !again.text.contains("whsec_"), "\(again.text)")
    }

    @Test("the deletion of a webhook is still answered from what was kept, by the token that deleted it")
    func deletion() async throws {
        let api = try await Self.api()
        let id = try #require(try await api.send(.post, "/webhooks", TestTokens.bearer("root"), body: Self.hook).at("id"))
        for replayed in [nil, "true"] {
            let answer = try await api.send(.delete, "/webhooks/\(id)", Self.keyed("root"))
            #expect(answer.status == 204 && answer["idempotency-replayed"] == replayed)
        }
        #expect(try await api.send(.delete, "/webhooks/\(id)", Self.keyed("other")).status == 404)
    }
}
