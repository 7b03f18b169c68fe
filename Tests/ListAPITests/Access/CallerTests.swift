import HTTPTypes
import ListAPI
import Testing

@Suite("GET /me")
struct CallerTests {
    @Test("says who asks and what that token may do")
    func tokens() async throws {
        let api = try TestAPI { settings in
            let narrow = TestTokens.token("narrow", .write, ["inbox-*", "a"])
            settings.tokens = [
                TestTokens.token("reader", .read), TestTokens.token("none", .admin, []),
                AccessToken(digest: narrow.digest, grant: narrow.grant, notAfter: 4_102_444_800_000),
            ]
        }
        for (token, text) in [
            ("reader", #"{"name":"the one with reader","scope":"read","lists":["*"],"notAfter":null}"#),
            ("none", #"{"name":"the one with none","scope":"admin","lists":[],"notAfter":null}"#),
            (
                "narrow",
                #"{"name":"the one with narrow","scope":"write","lists":["inbox-*","a"],"notAfter":"2100-01-01T00:00:00.000Z"}"#
            ),
        ] {
            let answer = try await api.get("/me", TestTokens.bearer(token))
            #expect(answer.status == 200 && answer.text == text)
            #expect(answer["content-type"] == "application/json" && answer["cache-control"] == "no-store")
        }
        #expect(try await api.get("/me").status == 401)
        #expect(try await api.get("/me", TestTokens.bearer("guess")).status == 401)
    }

    @Test("without tokens everybody may do everything")
    func open() async throws {
        let api = try TestAPI()
        let answer = try await api.get("/me")
        #expect(answer.status == 200 && answer.text == #"{"name":null,"scope":"admin","lists":["*"],"notAfter":null}"#)
        #expect(try await api.get("/me?x=1").at("type") == "/problems/bad-parameter")
        #expect(try await api.get("/me", ["Accept": "text/html"]).status == 406)
        let head = try await api.send(.head, "/me")
        #expect(head.status == 200)
        #expect(try await api.send(.post, "/me")["allow"] == "GET, HEAD, OPTIONS")
    }
}
