import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import TestSupport
import Testing

@Suite("Uploads whose token goes")
struct UploadLifeTests {
    private static let line = Array("{\"item\":{\"value\":1}}\n".utf8)

    private static func rules(_ tokens: [AccessToken]) -> AccessRules {
        var rules = AccessRules()
        rules.tokens = tokens
        return rules
    }

    /// An upload that has begun: what takes its body.
    private static func begin(_ api: TestAPI) throws -> any BodyReceiver {
        var fields = HTTPFields()
        fields[.authorization] = "Bearer old"
        fields[.contentType] = "application/x-ndjson"
        var request = Request(method: .put, target: RequestTarget("/lists/a"), headers: fields, id: "upload")
        guard case .inPieces = api.api.responder.admit(&request) else { throw Unexpected() }
        request.isAdmitted = true
        guard case .receiving(let receiver) = api.api.responder.respond(to: &request) else { throw Unexpected() }
        return receiver
    }

    private struct Unexpected: Error {}

    private static func receive(_ bytes: [UInt8], _ receiver: any BodyReceiver) -> Response? {
        bytes.withUnsafeBytes { receiver.receive($0) }
    }

    private static func api(now: @escaping @Sendable () -> Int64 = SystemSources.now, until end: Int64? = nil) throws -> TestAPI {
        try TestAPI { settings in
            let old = TestTokens.token("old", .admin)
            settings.tokens = [
                AccessToken(digest: old.digest, grant: old.grant, notAfter: end), TestTokens.token("root", .admin),
            ]
            settings.now = now
        }
    }

    private static func expectNothing(_ api: TestAPI) async throws {
        #expect(try await api.get("/lists/a", TestTokens.bearer("root")).status == 404)
    }

    @Test("the next piece of the body is refused, and nothing is committed")
    func pieces() async throws {
        let api = try Self.api()
        let receiver = try Self.begin(api)
        #expect(Self.receive(Self.line, receiver) == nil)
        api.api.take(Self.rules([TestTokens.token("root", .admin)]))
        let refusal = try #require(Self.receive(Self.line, receiver))
        #expect(refusal.status.code == 401 && refusal[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
        try await Self.expectNothing(api)
    }

    @Test("the body's end is refused", arguments: [true, false])
    func end(reachesLess: Bool) async throws {
        let api = try Self.api()
        let receiver = try Self.begin(api)
        #expect(Self.receive(Self.line, receiver) == nil)
        let left = reachesLess ? [TestTokens.token("old", .admin, ["b"])] : []
        api.api.take(Self.rules([TestTokens.token("root", .admin)] + left))
        #expect(await receiver.finish().response().status.code == 401)
        try await Self.expectNothing(api)
    }

    @Test("a write that has begun is not committed")
    func write() async throws {
        let api = try Self.api()
        let receiver = try Self.begin(api)
        #expect(Self.receive(Self.line, receiver) == nil)
        let answer = receiver.finish()
        api.api.take(Self.rules([TestTokens.token("root", .admin)]))
        let response = await answer.response()
        #expect(response.status.code == 401 && response[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
        try await Self.expectNothing(api)
    }

    @Test("a token that comes to its end ends them too")
    func notAfter() async throws {
        let clock = TestClock(from: { 0 })
        let api = try Self.api(now: { clock.now }, until: 5_000)
        let receiver = try Self.begin(api)
        #expect(Self.receive(Self.line, receiver) == nil)
        clock.advance(seconds: 5)
        #expect(Self.receive(Self.line, receiver)?.status.code == 401)
        try await Self.expectNothing(api)
    }

    @Test("while the token grants the same they go on, and a key that was refused is free")
    func goesOn() async throws {
        let api = try Self.api()
        let receiver = try Self.begin(api)
        #expect(Self.receive(Self.line, receiver) == nil)
        api.api.take(Self.rules([TestTokens.token("old", .admin), TestTokens.token("new", .read)]))
        #expect(Self.receive(Self.line, receiver) == nil)
        let response = await receiver.finish().response()
        #expect(response.status.code == 201)
        #expect(try await api.get("/lists/a", TestTokens.bearer("new")).at("itemCount") == "2")
    }
}
