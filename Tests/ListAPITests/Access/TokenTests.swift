import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Testing

@Suite("Access by tokens")
struct TokenTests {
    private static let root = TestTokens.bearer("root")

    /// Two lists, the one of which is the default, and tokens for one, for both, and for reading.
    private static func api(_ configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TestAPI {
        let api = try TestAPI { settings in
            settings.tokens = [
                TestTokens.token("reader", .read), TestTokens.token("root", .admin), TestTokens.token("a", .write, ["a*"]),
                TestTokens.token("none", .admin, []),
            ]
            settings.defaultList = ListID("b")
            configure(&settings)
        }
        for list in ["a", "b"] {
            #expect(try await api.send(.put, "/lists/\(list)", root, body: #"[["x","y"],["z"]]"#).status == 201)
        }
        return api
    }

    @Test(
        "a token comes as Bearer, in whatever letters, and alone",
        arguments: [
            ("Bearer reader", 200), ("Bearer reader  ", 200), ("Bearer reader \t", 200), ("bearer reader", 200), ("BEARER   reader", 200),
            (nil, 401), ("", 401), ("Bearer", 401),
            ("Bearer ", 401),
            ("reader", 401), ("Basic reader", 401), ("Bearerreader", 401), ("Bearer reader x", 401), ("Bearer reader, Bearer reader", 401),
            ("Bearer Reader", 401), ("Bearer \"reader\"", 401), ("Token reader", 401), ("\u{42}earer\treader", 401),
        ] as [(String?, Int)])
    func header(value: String?, status: Int) async throws {
        let answer = try await Self.api().get("/lists", value.map { ["Authorization": $0] } ?? [:])
        #expect(answer.status == status)
        guard status == 401 else { return }
        // Where there was a token it is the token that is wrong.
        let hasToken = value?.lowercased().hasPrefix("bearer ") == true && value != "Bearer "
        #expect(answer["www-authenticate"] == (hasToken ? "Bearer error=\"invalid_token\"" : "Bearer"))
        #expect(answer["cache-control"] == "no-store")
        #expect(answer.at("type") == "/problems/unauthorized")
    }

    @Test("a stranger learns nothing: not of routes, of methods, of lists, of paths that can't be")
    func stranger() async throws {
        let api = try await Self.api()
        var bodies: Set<String> = []
        for (method, target) in [
            (HTTPRequest.Method.get, "/lists/a"), (.get, "/lists/nowhere"), (.get, "/nowhere"), (.get, "/%zz"), (.post, "/lists/a"),
            (.options, "*"),
            (.options, "/lists/a"), (.head, "/lists/a"), (.get, "/lists/a?offset=x"), (.put, "/lists/a"), (.get, "/metrics"),
            (.get, "/openapi.json"), (.get, "/problems/unauthorized"), (.get, "/healthz/"),
        ] {
            let answer = try await api.send(method, target, TestTokens.bearer("guess"))
            #expect(answer.status == 401, "\(method) \(target)")
            bodies.insert(answer.at("detail") ?? "")
        }
        #expect(bodies.count == 1)
    }

    @Test("health and readiness are open to everybody, whatever the method and the token")
    func health() async throws {
        let api = try await Self.api()
        for path in ["/healthz", "/readyz"] {
            for headers in [[:], TestTokens.bearer("guess"), Self.root] {
                #expect(try await api.get(path, headers).status == 200)
                #expect(try await api.send(.options, path, headers).status == 204)
                #expect(try await api.send(.post, path, headers).status == 405)
            }
        }
    }

    @Test("who is let in gets what everybody gets who asks for what is not there")
    func knownSender() async throws {
        let api = try await Self.api()
        #expect(try await api.get("/nowhere", Self.root).status == 404)
        #expect(try await api.get("/%zz", Self.root).status == 400)
        #expect(try await api.send(.post, "/lists/a", Self.root).status == 405)
        #expect(try await api.send(.options, "/lists/a", Self.root)["allow"] == "GET, HEAD, PUT, PATCH, DELETE, OPTIONS")
        #expect(try await api.send(.head, "/lists/a", Self.root).status == 200)
    }

    @Test("a scope that does not reach is 403, and nothing has happened")
    func scope() async throws {
        let api = try await Self.api()
        let answer = try await api.send(.delete, "/lists/a", TestTokens.bearer("reader"))
        #expect(answer.status == 403 && answer.at("type") == "/problems/forbidden")
        #expect(answer.at("detail") == "The token “the one with reader” has the scope read, and this needs write.")
        #expect(try await api.get("/lists/a", Self.root).status == 200)
        #expect(try await api.send(.delete, "/lists/a", TestTokens.bearer("a")).status == 204)
    }

    @Test(
        "a list out of reach is 404 wherever a request names it, be it there or not",
        arguments: [
            (.get, "/lists/b", 404), (.get, "/lists/nowhere", 404), (.get, "/lists/%62", 404), (.get, "/lists/a", 200),
            (.get, "/lists/%61", 200),
            (.put, "/lists/new", 404), (.put, "/lists/anew", 201), (.get, "/lists/b/items?at=1", 404),
            (.get, "/lists/b/items?limit=x", 404),
            (.get, "/items/0-0?list=b", 404), (.get, "/items/0-0?list=%62", 404), (.get, "/items/0-0", 404),
            (.get, "/items/0-0?list=a", 200),
            (.put, "/items/0-0?list=b", 404), (.patch, "/items/0-0", 404), (.put, "/items/0-0?list=a", 200),
            (.get, "/items/0-0?list=b&list=a", 404),
            (.get, "/items/0-0?list=a&list=b", 400), (.get, "/items/0-0?list=-", 400), (.get, "/lists/-", 400),
            (.get, "/items/0-0?list=%zz", 400),
            (.head, "/lists/b", 404),
            (.get, "/lists/b/changes?since=1", 404), (.get, "/lists/a/changes?since=1", 200), (.get, "/lists/b/changes", 404),
            (.get, "/lists/b/events", 404), (.get, "/lists/a/events", 200), (.get, "/events?lists=a,anew", 200),
            (.get, "/events?lists=a,b", 404), (.get, "/events?lists=a%2Cb", 404), (.get, "/events?lists=nowhere&since=x", 404),
            (.get, "/events?lists=a,-", 400), (.get, "/events", 400), (.get, "/events?list=b", 400),
        ] as [(HTTPRequest.Method, String, Int)])
    func reach(method: HTTPRequest.Method, target: String, status: Int) async throws {
        let api = try await Self.api()
        let answer = try await api.send(method, target, TestTokens.bearer("a"), body: [.put, .patch].contains(method) ? "[]" : nil)
        #expect(answer.status == status, "\(answer.text)")
        if status == 404 {
            #expect(answer.at("type") == "/problems/list-not-found")
            #expect(answer["vary"] == (method == .put || method == .patch ? nil : "Accept-Encoding, Accept-Cell-Types"))
        }
    }

    @Test("a page that one token put into the cache is not shown to another that may not see it")
    func cache() async throws {
        let api = try await Self.api()
        for _ in 0..<3 { #expect(try await api.get("/lists/b/items?at=1", Self.root).status == 200) }
        #expect(try await Self.hits(api) > 0)
        let hits = try await Self.hits(api)
        #expect(try await api.get("/lists/b/items?at=1", TestTokens.bearer("a")).status == 404)
        #expect(try await api.get("/lists/b/items?at=1", TestTokens.bearer("guess")).status == 401)
        #expect(try await api.get("/lists/b/items?at=1").status == 401)
        #expect(try await Self.hits(api) == hits)
        #expect(try await api.get("/lists/b/items?at=1", TestTokens.bearer("reader")).status == 200)
        #expect(try await Self.hits(api) == hits + 1)
        #expect(try await api.send(.head, "/lists/b/items?at=1", TestTokens.bearer("a")).status == 404)
    }

    @Test("answers about lists are private, cached or not, and what is never kept stays as it is")
    func privacy() async throws {
        let api = try await Self.api()
        for _ in 0..<3 {
            for (target, expected) in [
                ("/lists/a", "private, no-cache"), ("/lists/a/items", "private, no-cache"), ("/lists", "private, no-cache"),
                ("/lists/a/sections?at=1", "private, max-age=31536000, immutable"), ("/lists/a/export", "no-store"),
                ("/lists/nowhere", "no-store"), ("/lists/a/changes?since=1", "no-store"),
                ("/lists/a/changes?since=1&to=1", "private, max-age=31536000, immutable"), ("/events?lists=a", "no-store"),
            ] {
                let answer = try await api.get(target, Self.root)
                #expect(answer["cache-control"] == expected, "\(target)")
                guard let tag = answer["etag"] else { continue }
                let known = try await api.get(target, Self.root.merging(["If-None-Match": tag]) { $1 })
                #expect(known.status == 304 && known["cache-control"] == expected, "\(target)")
            }
        }
    }

    @Test("the answer kept for an idempotency key is not given to a token that could not have sent the request")
    func replay() async throws {
        let api = try await Self.api()
        let key = ["Idempotency-Key": "k-1"]
        for replayed in [nil, "true"] {
            let answer = try await api.send(.put, "/lists/b", Self.root.merging(key) { $1 }, body: "[1]")
            #expect(answer.status == 200 && answer["idempotency-replayed"] == replayed)
        }
        for (token, status) in [("a", 404), ("reader", 403), ("guess", 401)] {
            #expect(try await api.send(.put, "/lists/b", TestTokens.bearer(token).merging(key) { $1 }, body: "[1]").status == status)
        }
    }

    private static func hits(_ api: TestAPI) async throws -> Int {
        let text = try await api.get("/metrics", root).text
        let line = text.split(separator: "\n").first { $0.hasPrefix("sectional_response_cache_hits_total ") }
        return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }
}
