import HTTPServing
import HTTPTypes
import ListAPI
import Testing

@Suite("Requests from other sites")
struct CrossSiteTests {
    private static let host = "lists.example:8080"

    private static func api(_ origins: [String] = [], tokens: [AccessToken] = []) throws -> TestAPI {
        try TestAPI { settings in
            settings.origins = origins
            settings.tokens = tokens
        }
    }

    @Test(
        "a write that a browser sends for a page of another origin is refused, and nothing has happened",
        arguments: [
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "x"], 403),
            (["Sec-Fetch-Site": ""], 403), (["Sec-Fetch-Site": "none, cross-site"], 403),
            (["Sec-Fetch-Site": "same-origin"], 201), (["Sec-Fetch-Site": "none"], 201), ([:], 201),
            // The browser's own word goes before a comparison of names.
            (["Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"], 201),
            (["Sec-Fetch-Site": "cross-site", "Origin": "http://lists.example:8080"], 403),
            (["Origin": "http://lists.example:8080"], 201), (["Origin": "http://LISTS.example:8080"], 201),
            (["Origin": "http://lists.example"], 403), (["Origin": "http://lists.example:8081"], 403),
            (["Origin": "http://evil.example:8080"], 403), (["Origin": "null"], 403), (["Origin": ""], 403), (["Origin": "://"], 403),
            (["Origin": "http://lists.example:8080, http://lists.example:8080"], 403), (["Origin": "lists.example:8080"], 403),
            (["Origin": "http://lists.example", "Host": "lists.example"], 201),
            (["Origin": "http://lists.example", "Host": "lists.example:80"], 201),
            (["Origin": "https://lists.example", "Host": "lists.example"], 201),
            (["Origin": "https://lists.example", "Host": "lists.example:443"], 201),
            (["Origin": "https://lists.example", "Host": "lists.example:80"], 403),
            (["Origin": "http://[::1]:8080", "Host": "[::1]:8080"], 201), (["Origin": "http://[::1]", "Host": "[::1]:8080"], 403),
            (["Origin": "http://[::2]:8080", "Host": "[::1]:8080"], 403), (["Origin": "http://lists.example", "Host": ""], 403),
        ] as [([String: String], Int)])
    func sites(headers: [String: String], status: Int) async throws {
        for tokens in [[], [TestTokens.token("root", .admin)]] {
            let api = try Self.api(tokens: tokens)
            let headers = ["Host": Self.host].merging(TestTokens.bearer("root")) { $1 }.merging(headers) { $1 }
            let answer = try await api.send(.put, "/lists/a", headers, body: "[1]")
            #expect(answer.status == status, "\(answer.text)")
            if status == 403 { #expect(answer.at("type") == "/problems/forbidden") }
            #expect(try await api.get("/lists/a", TestTokens.bearer("root")).status == (status == 403 ? 404 : 200))
        }
    }

    /// What a browser says of a load, and whether it is refused.
    private static let loadHeaders: [([String: String], Bool)] = [
        (["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], true),
        (["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"], true),
        (["Sec-Fetch-Mode": "no-cors"], true), (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], true),
        (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "frame"], true),
        (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "object"], true),
        (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "embed"], true),
        (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "fencedframe"], true),
        (["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], false),
        (["Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"], false),
        ([:], false),
    ]

    @Test(
        "what a page of another site loads without reading it is refused, whatever is there and whatever the origins",
        arguments: loadHeaders)
    func loads(headers: [String: String], isRefused: Bool) async throws {
        for (origins, tokens) in [([], []), (["*"], []), (["https://app.example"], [TestTokens.token("root", .admin)])]
            as [([String], [AccessToken])]
        {
            let api = try Self.api(origins, tokens: tokens)
            let root = TestTokens.bearer("root")
            #expect(try await api.send(.put, "/lists/a", root, body: "[1]").status == 201)
            // A page that was kept is refused as well.
            for _ in 0..<3 { #expect(try await api.get("/lists/a", root).status == 200) }
            for site in ["cross-site", "same-site", "x"] {
                let headers = root.merging(headers) { $1 }.merging(["Sec-Fetch-Site": site]) { $1 }
                for method in [HTTPRequest.Method.get, .head] {
                    for target in ["/lists/a", "/lists", "/lists/none", "/nowhere", "/", "/ui/main.js", "/openapi.json", "/metrics", "/me"]
                    {
                        let answer = try await api.send(method, target, headers)
                        #expect((answer.status == 403) == isRefused, "\(method) \(target) \(headers)")
                        if isRefused { #expect(answer.at("type") == "/problems/forbidden" && answer["cache-control"] == "no-store") }
                    }
                    for target in ["/healthz", "/readyz"] { #expect(try await api.send(method, target, headers).status == 200) }
                }
            }
            for site in ["same-origin", "none"] {
                let headers = root.merging(headers) { $1 }.merging(["Sec-Fetch-Site": site]) { $1 }
                #expect(try await api.get("/lists/a", headers).status == 200)
                #expect(try await api.get("/lists/none", headers).status == 404)
            }
            #expect(try await api.get("/lists/a", root.merging(headers) { $1 }).status == 200, "no browser")
        }
    }

    @Test("every method that writes is refused, on every route and before a token, a body or a key is looked at; reads are not")
    func methods() async throws {
        let api = try Self.api(tokens: [TestTokens.token("root", .admin)])
        let headers = ["Sec-Fetch-Site": "cross-site", "Idempotency-Key": "no key", "Content-Type": "text/html"]
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
            for target in ["/lists/a", "/webhooks", "/nowhere", "/lists/a/batch", "/healthz"] {
                #expect(try await api.send(method, target, headers, body: "{").at("type") == "/problems/forbidden", "\(method) \(target)")
            }
        }
        let root = TestTokens.bearer("root").merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
        for method in [HTTPRequest.Method.get, .head] { #expect(try await api.send(method, "/lists", root).status == 200) }
    }

    @Test("a page of an origin that is allowed writes, and one of all where all are")
    func allowed() async throws {
        let page = ["Sec-Fetch-Site": "cross-site", "Origin": "https://app.example"]
        let other = ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"]
        let named = try Self.api(["https://app.example"])
        #expect(try await named.send(.put, "/lists/a", page, body: "[1]").status == 201)
        let refused = try await named.send(.put, "/lists/a", other, body: "[2]")
        #expect(refused.status == 403 && refused["access-control-allow-origin"] == nil)
        #expect(try await named.send(.put, "/lists/a", ["Sec-Fetch-Site": "cross-site"], body: "[2]").status == 403)
        let all = try Self.api(["*"])
        for headers in [page, other, ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"]] {
            #expect((200...201).contains(try await all.send(.put, "/lists/a", headers, body: "[1]").status))
        }
    }
}
