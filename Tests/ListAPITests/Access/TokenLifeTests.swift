import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Synchronization
import TestSupport
import Testing

@Suite("Tokens that end")
struct TokenLifeTests {
    private static let end: Int64 = 1_000_000

    private static func rules(_ tokens: [AccessToken]) -> AccessRules {
        var rules = AccessRules()
        rules.tokens = tokens
        return rules
    }

    private static func token(_ text: String, _ lists: [String]? = nil, until end: Int64?) -> AccessToken {
        let token = TestTokens.token(text, .admin, lists)
        return AccessToken(digest: token.digest, grant: token.grant, notAfter: end)
    }

    private static func api(_ tokens: [AccessToken], now: @escaping @Sendable () -> Int64 = SystemSources.now) async throws -> TestAPI {
        let api = try TestAPI { settings in
            settings.tokens = tokens
            settings.now = now
            settings.heartbeat = 3_600
        }
        let values = (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try await api.send(.put, "/lists/a", TestTokens.bearer("root"), body: "[\(values)]").status == 201)
        return api
    }

    /// Reads what is there.
    private static func read(_ stream: any BodyStream) -> BodyStreamRead {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let outcome = piece.withUnsafeMutableBytes { stream.read(into: $0) }
            if case .bytes = outcome { continue }
            return outcome
        }
    }

    private static func stream(_ target: String, _ token: String, of api: TestAPI) async throws -> any BodyStream {
        var fields = HTTPFields()
        fields[.authorization] = "Bearer \(token)"
        return try #require(try await api.stream(target, fields))
    }

    @Test("a token opens nothing from its end on, and differs from one that is not known in words alone")
    func notAfter() async throws {
        let clock = TestClock(from: { 0 })
        let api = try await Self.api([Self.token("root", until: Self.end)]) { clock.now }
        clock.advance(seconds: Double(Self.end - 1) / 1_000)
        #expect(try await api.get("/lists/a", TestTokens.bearer("root")).status == 200)
        clock.advance(seconds: 0.001)
        let over = try await api.get("/lists/a", TestTokens.bearer("root"))
        #expect(over.status == 401 && over["www-authenticate"] == "Bearer error=\"invalid_token\"")
        #expect(over.at("detail") == "The token “the one with root” has expired.")
        #expect(try await api.get("/lists/a", TestTokens.bearer("guess")).at("detail") != over.at("detail"))
        #expect(try await api.get("/healthz", TestTokens.bearer("root")).status == 200)
    }

    @Test(
        "an event stream ends when its token is taken away or reaches other lists, and goes on while it grants the same",
        arguments: [
            ([], true), ([TestTokens.token("other", .admin)], true), ([TestTokens.token("root", .admin, ["b"])], true),
            ([TestTokens.token("root", .read)], true), ([TestTokens.token("root", .admin), TestTokens.token("new", .read)], false),
            ([token("root", until: .max)], false), ([token("root", until: 1)], true),
        ] as [([AccessToken], Bool)])
    func streams(tokens: [AccessToken], ends: Bool) async throws {
        let api = try await Self.api([TestTokens.token("root", .admin)])
        for target in ["/lists/a/events", "/events?lists=a,b"] {
            api.api.take(Self.rules([TestTokens.token("root", .admin)]))
            let stream = try await Self.stream(target, "root", of: api)
            defer { stream.close() }
            #expect(Self.read(stream) == .waiting)
            let wakes = Atomic<Int>(0)
            stream.whenReady { wakes.wrappingAdd(1, ordering: .relaxed) }
            api.api.take(Self.rules(tokens))
            #expect((wakes.load(ordering: .relaxed) > 0) == ends)
            #expect(Self.read(stream) == (ends ? .end : .waiting), "\(target)")
        }
    }

    @Test("an export is cut, so that nobody takes it for complete")
    func export() async throws {
        let api = try await Self.api([TestTokens.token("root", .admin)])
        let stream = try await Self.stream("/lists/a/export", "root", of: api)
        defer { stream.close() }
        var piece = [UInt8](repeating: 0, count: 1_024)
        #expect(piece.withUnsafeMutableBytes { stream.read(into: $0) } == .bytes(1_024))
        api.api.take(Self.rules([TestTokens.token("other", .admin)]))
        #expect(Self.read(stream) == .failed)
    }

    @Test("a stream and a request that waits end by themselves when their token is over", .timeLimit(.minutes(1)))
    func expiry() async throws {
        let api = try await Self.api([TestTokens.token("root", .admin)])
        let stream = try await Self.stream("/lists/a/events", "root", of: api)
        defer { stream.close() }
        #expect(Self.read(stream) == .waiting)
        // An end that the token is given while it is in use counts too.
        api.api.take(Self.rules([Self.token("root", until: SystemSources.now() + 700)]))
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
        stream.whenReady { continuation.finish() }
        let waiting = try await api.get("/lists/a/changes?since=1&wait=60", TestTokens.bearer("root"))
        #expect(waiting.status == 401 && waiting["www-authenticate"] == "Bearer error=\"invalid_token\"")
        for await _ in wakes {}
        #expect(Self.read(stream) == .end)
    }

    @Test("a request that waits is answered at once when its token is taken away", .timeLimit(.minutes(1)))
    func waiting() async throws {
        let api = try await Self.api([TestTokens.token("root", .admin), TestTokens.token("other", .admin)])
        let waiting = Task { try await api.get("/lists/a/changes?since=1&wait=60", TestTokens.bearer("other")) }
        try await eventually { try await api.get("/metrics", TestTokens.bearer("root")).text.contains("sectional_followers 1\n") }
        api.api.take(Self.rules([TestTokens.token("root", .admin)]))
        #expect(try await waiting.value.status == 401)
    }

    @Test("what answers say of caches and origins follows the rules, for pages that were kept too")
    func headers() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/a", body: "[1]")
        let root = TestTokens.bearer("root").merging(["Origin": "https://app.example"]) { $1 }
        var rules = AccessRules()
        for (tokens, origins, cacheControl, vary) in [
            ([], [], "no-cache", "Accept-Encoding, Accept-Cell-Types"),
            ([TestTokens.token("root", .admin)], [], "private, no-cache", "Accept-Encoding, Accept-Cell-Types"),
            (
                [TestTokens.token("root", .admin)], ["https://app.example"], "private, no-cache",
                "Accept-Encoding, Accept-Cell-Types, Origin"
            ),
            ([], ["https://app.example"], "no-cache", "Accept-Encoding, Accept-Cell-Types, Origin"),
            ([], ["*"], "no-cache", "Accept-Encoding, Accept-Cell-Types"),
        ] as [([AccessToken], [String], String, String)] {
            (rules.tokens, rules.origins) = (tokens, origins)
            api.api.take(rules)
            for _ in 0..<3 {
                let answer = try await api.get("/lists/a", root)
                #expect(answer.status == 200 && answer["cache-control"] == cacheControl && answer["vary"] == vary)
                #expect((answer["access-control-allow-origin"] != nil) == !origins.isEmpty)
            }
            #expect(try await api.get("/lists/a").status == (tokens.isEmpty ? 200 : 401))
        }
    }
}
