import CellTypes
import Foundation
import HTTPTypes
import ListAPI
import Ports
import SQLiteStore
import Testing

@Suite("Registered cell types")
struct CellTypeTests {
    private static func outcome(_ answer: TestResponse) -> String {
        guard answer.status >= 400 else { return String(answer.status) }
        let place = answer.at("errors.0.pointer") ?? answer.at("errors.0.parameter")
        return "\(answer.status) \(answer.at("type")?.dropFirst("/problems/".count) ?? "")" + (place.map { " \($0)" } ?? "")
    }

    @Test("a type is registered as it was sent, read back, replaced, listed by name, and removed")
    func register() async throws {
        let api = try TestAPI()
        #expect(try await api.get("/cell-types").text == #"{"cellTypes":[]}"#)
        #expect(Self.outcome(try await api.get("/cell-types/Card")) == "404 type-not-found")
        let body = #"{ "schema": {"type":"object"}, "estimatedHeight":44.50, "type":"other", "description":"D" }"#
        let made = try await api.send(.put, "/cell-types/Card", body: body)
        #expect(made.status == 201 && made["location"] == "/cell-types/Card")
        let text =
            #"{"type":"Card","schema":{"type":"object"},"reuseIdentifier":null,"estimatedHeight":44.50,"fallback":null,"description":"D"}"#
        #expect(made.text == text)
        let shown = try await api.get("/cell-types/Card")
        #expect(shown.text == text && shown["etag"] == made["etag"] && shown["cache-control"] == "no-cache")
        #expect(shown["vary"] == "Accept-Encoding")
        let other = try await api.send(.put, "/cell-types/A%2Fb%20%C3%A9", body: #"{"reuseIdentifier":"r","fallback":"Card"}"#)
        #expect(other.status == 201 && other["location"] == "/cell-types/A%2Fb%20%C3%A9" && other.at("type") == "A/b é")
        let replaced = try await api.send(.put, "/cell-types/Card", body: "{}")
        #expect(replaced.status == 200 && replaced["location"] == nil && replaced.at("schema") == "null")
        let all = try await api.get("/cell-types")
        #expect(all.at("cellTypes.0.type") == "A/b é" && all.at("cellTypes.1.type") == "Card" && all.at("cellTypes.2") == nil)
        #expect(try await api.get("/cell-types", ["If-None-Match": all["etag"] ?? ""]).status == 304)
        #expect(try await api.send(.delete, "/cell-types/Card").status == 204)
        #expect(Self.outcome(try await api.send(.delete, "/cell-types/Card")) == "404 type-not-found")
        #expect(try await api.get("/cell-types").at("cellTypes.1") == nil)
    }

    @Test("the same document again changes nothing")
    func same() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/cell-types/A", body: #"{"description":"D","schema":true}"#)
        let version = api.store.cellTypes.version
        let again = try await api.send(.put, "/cell-types/A", body: #"{"schema": true, "fallback":null, "description":"D"}"#)
        #expect(again.status == 200 && api.store.cellTypes.version == version)
        try await api.send(.put, "/cell-types/A", body: #"{"description":"E","schema":true}"#)
        #expect(api.store.cellTypes.version == version + 1)
    }

    @Test(
        "what is wrong with a document is told with its place",
        arguments: [
            (#"{"shema":{}}"#, "422 unknown-key /shema"), ("[]", "422 invalid-value "), ("{", "400 malformed-json"),
            (#"{"estimatedHeight":0}"#, "422 invalid-value /estimatedHeight"),
            (#"{"estimatedHeight":0.0e9}"#, "422 invalid-value /estimatedHeight"),
            (#"{"estimatedHeight":-1}"#, "422 invalid-value /estimatedHeight"),
            (#"{"estimatedHeight":"1"}"#, "422 invalid-value /estimatedHeight"), (#"{"estimatedHeight":1e-400}"#, "201"),
            (#"{"reuseIdentifier":""}"#, "422 invalid-value /reuseIdentifier"),
            (#"{"reuseIdentifier":1}"#, "422 invalid-value /reuseIdentifier"),
            (#"{"fallback":"a\u0007"}"#, "422 invalid-value /fallback"), (#"{"fallback":"T"}"#, "422 invalid-value /fallback"),
            (#"{"fallback":"unknown"}"#, "201"), (#"{"description":null,"schema":null}"#, "201"),
            (#"{"description":[]}"#, "422 invalid-value /description"),
        ])
    func refusals(_ body: String, _ outcome: String) async throws {
        #expect(Self.outcome(try await TestAPI().send(.put, "/cell-types/T", body: body)) == outcome)
    }

    @Test("a description has a limit, a name has a form, and only “validate=new” may be asked for")
    func names() async throws {
        let api = try TestAPI()
        let long = "{\"description\":\"\(String(repeating: "é", count: 513))\"}"
        #expect(Self.outcome(try await api.send(.put, "/cell-types/T", body: long)) == "422 limit-exceeded /description")
        for name in ["a%00", String(repeating: "a", count: 129), "%C2%85"] {
            for method in [HTTPRequest.Method.get, .put, .delete] {
                #expect(Self.outcome(try await api.send(method, "/cell-types/\(name)", body: "{}")) == "400 malformed-request", "\(name)")
            }
        }
        let name = String(repeating: "%F0%9F%98%80", count: 128)
        #expect(try await api.send(.put, "/cell-types/\(name)?validate=new", body: "{}").status == 201)
        #expect(Self.outcome(try await api.send(.put, "/cell-types/T?validate=all", body: "{}")) == "400 bad-parameter validate")
        #expect(Self.outcome(try await api.send(.delete, "/cell-types/T?validate=new")) == "400 bad-parameter validate")
        #expect(Self.outcome(try await api.get("/cell-types?limit=1")) == "400 bad-parameter limit")
        let post = try await api.send(.post, "/cell-types", body: "{}")
        #expect(post.status == 405 && post["allow"] == "GET, HEAD, OPTIONS")
        let patch = try await api.send(.patch, "/cell-types/T", body: "{}")
        #expect(
            patch.status == 405 && patch["allow"]?.components(separatedBy: ", ").sorted() == ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"])
    }

    @Test("fallbacks that make a circle are refused, however long it is")
    func circles() async throws {
        let api = try TestAPI()
        for index in 0..<20 {
            #expect(try await api.send(.put, "/cell-types/T\(index)", body: "{\"fallback\":\"T\(index + 1)\"}").status == 201)
        }
        #expect(Self.outcome(try await api.send(.put, "/cell-types/T20", body: #"{"fallback":"T0"}"#)) == "422 invalid-value /fallback")
        #expect(try await api.send(.put, "/cell-types/T20", body: #"{"fallback":"elsewhere"}"#).status == 201)
        #expect(Self.outcome(try await api.send(.put, "/cell-types/T5", body: #"{"fallback":"T3"}"#)) == "422 invalid-value /fallback")
        #expect(try await api.send(.put, "/cell-types/T5", body: #"{"fallback":"T7"}"#).status == 200)
    }

    @Test("preconditions compare with the tag of the type's document")
    func preconditions() async throws {
        let api = try TestAPI()
        #expect(Self.outcome(try await api.send(.put, "/cell-types/A", ["If-Match": "*"], body: "{}")) == "412 precondition-failed")
        let made = try await api.send(.put, "/cell-types/A", ["If-None-Match": "*"], body: "{}")
        let tag = try #require(made["etag"])
        #expect(made.status == 201)
        let refused = try await api.send(.put, "/cell-types/A", ["If-None-Match": "*"], body: #"{"schema":{"nope":1}}"#)
        #expect(refused.status == 412 && refused.at("current.type") == "A" && refused["etag"] == tag)
        #expect(try await api.get("/cell-types/A", ["If-None-Match": tag]).status == 304)
        #expect(try await api.get("/cell-types/A", ["If-Match": "\"t0\""]).at("current.type") == "A")
        let changed = try await api.send(.put, "/cell-types/A", ["If-Match": tag], body: #"{"description":"D"}"#)
        #expect(changed.status == 200 && changed["etag"] != tag)
        #expect(try await api.send(.delete, "/cell-types/A", ["If-Match": tag]).status == 412)
        #expect(try await api.send(.delete, "/cell-types/B", ["If-Match": tag]).status == 404)
        #expect(try await api.send(.delete, "/cell-types/A", ["If-Match": changed["etag"] ?? ""]).status == 204)
        let strict = try TestAPI { $0.requirePreconditions = true }
        #expect(try await strict.send(.put, "/cell-types/A", body: "{}").status == 201)
        #expect(try await strict.send(.put, "/cell-types/A", body: #"{"description":"D"}"#).status == 200)
    }

    @Test("a type is registered once under an idempotency key, and an answer is short where that is preferred")
    func once() async throws {
        let api = try TestAPI()
        let key = ["Idempotency-Key": "k", "Prefer": "return=minimal"]
        let first = try await api.send(.put, "/cell-types/A", key, body: "{}")
        #expect(first.status == 201 && first.bytes.isEmpty && first["preference-applied"] == "return=minimal")
        #expect(try await api.send(.delete, "/cell-types/A").status == 204)
        let again = try await api.send(.put, "/cell-types/A", key, body: "{}")
        #expect(again.status == 201 && again["idempotency-replayed"] == "true" && api.store.cellTypes.count == 0)
        #expect(Self.outcome(try await api.send(.put, "/cell-types/A", key, body: "{ }")) == "422 idempotency-key-reused Idempotency-Key")
    }

    @Test("who may read lists may read types; who changes them is an administrator of all lists")
    func access() async throws {
        let api = try TestAPI {
            $0.tokens = [
                TestTokens.token("reader", .read, ["a*"]), TestTokens.token("writer", .write), TestTokens.token("narrow", .admin, ["a*"]),
                TestTokens.token("root", .admin),
            ]
        }
        #expect(try await api.send(.put, "/cell-types/A", TestTokens.bearer("root"), body: "{}").status == 201)
        for token in ["reader", "writer", "narrow", "root"] {
            let shown = try await api.get("/cell-types/A", TestTokens.bearer(token))
            #expect(shown.status == 200 && shown["cache-control"] == "private, no-cache", "\(token)")
            #expect(try await api.get("/cell-types", TestTokens.bearer(token)).status == 200, "\(token)")
        }
        for token in ["reader", "writer", "narrow"] {
            #expect(try await api.send(.put, "/cell-types/A", TestTokens.bearer(token), body: "{}").status == 403, "\(token)")
            #expect(try await api.send(.delete, "/cell-types/A", TestTokens.bearer(token)).status == 403, "\(token)")
        }
        #expect(try await api.get("/cell-types").status == 401)
    }

    @Test("there are at most 2,000 types, and 16 MiB of their documents")
    func limits() async throws {
        let api = try TestAPI()
        try await withTypes(2_000, in: api)
        #expect(Self.outcome(try await api.send(.put, "/cell-types/T", body: "{}")) == "422 limit-exceeded")
        #expect(try await api.send(.put, "/cell-types/T0", body: #"{"description":"D"}"#).status == 200)
        let large = try TestAPI()
        let text = String(repeating: "x", count: 65_000)
        var count = 0
        while try await large.send(.put, "/cell-types/T\(count)", body: "{\"schema\":{\"$comment\":\"\(text)\"}}").status == 201 {
            count += 1
        }
        #expect(count == (16 << 20) / 65_018)
        #expect(Self.outcome(try await large.send(.put, "/cell-types/T\(count)", body: "{}")) == "201")
    }

    private func withTypes(_ count: Int, in api: TestAPI) async throws {
        try await withCheckedThrowingContinuation { continuation in
            api.store.writeCellTypes { transaction in
                for index in 0..<count { try transaction.put(CellTypeRegistry.Entry(CellType(name: "T\(index)"))) }
            } completion: {
                continuation.resume(with: $0)
            }
        }
    }

    @Test("a schema that can't be checked is refused with its place and keyword")
    func unsupported() async throws {
        let answer = try await TestAPI().send(.put, "/cell-types/A", body: #"{"schema":{"properties":{"a~b":{"minimun":1}}}}"#)
        #expect(
            Self.outcome(answer) == "422 unsupported-schema /schema/properties/a~0b/minimun" && answer.at("errors.0.keyword") == "minimun")
    }
}
