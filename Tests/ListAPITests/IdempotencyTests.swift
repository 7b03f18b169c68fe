import Dispatch
import HTTPServing
import HTTPTypes
import Lists
import Ports
import SQLiteStore
import TestSupport
import Testing
import Wire
@testable import ListAPI

/// What every route does with a key is tested with the description of the API.
@Suite("Idempotency keys")
struct IdempotencyTests {
    private static let key = ["Idempotency-Key": "k"]

    @Test("an answer is given again as it was, though the list has changed since")
    func replay() async throws {
        let api = try await Self.api()
        let first = try await api.send(.patch, "/lists/l/items/@a", Self.key, body: "2")
        try await api.send(.patch, "/lists/l/items/@a", body: "3")
        let again = try await api.send(.patch, "/lists/l/items/@a", Self.key, body: "2")
        #expect(again.status == 200 && again.bytes == first.bytes && again["etag"] == first["etag"] && again["list-version"] == "2")
        #expect(again["content-location"] == "/lists/l/items/0-0?at=2" && again["idempotency-replayed"] == "true")
        #expect(try await api.get("/lists/l/items/@a").at("value") == "3")
        #expect(try await api.get("/lists/l").at("version") == "3")
    }

    @Test("a kept answer comes before the checks of existence and preconditions")
    func precedence() async throws {
        let api = try TestAPI { $0.requirePreconditions = true }
        let create = Self.key.merging(["If-None-Match": "*"]) { $1 }
        #expect(try await api.send(.put, "/lists/l", create, body: "[1]").status == 201)
        let made = try await api.send(.put, "/lists/l", create, body: "[1]")
        #expect(made.status == 201 && made["location"] == "/lists/l" && made["idempotency-replayed"] == "true")
        let delete = ["Idempotency-Key": "gone", "If-Match": "\"v1\""]
        for isReplayed in [false, true] {
            let gone = try await api.send(.delete, "/lists/l", delete)
            #expect(gone.status == 204 && gone["list-version"] == "2" && (gone["idempotency-replayed"] == "true") == isReplayed)
        }
        #expect(try await api.get("/lists/l").status == 404)
        #expect(try await api.send(.put, "/lists/l", create, body: "[1]")["idempotency-replayed"] == "true")
        #expect(try await api.get("/lists/l").status == 404)
    }

    @Test("a write that changes nothing is kept too")
    func unchanged() async throws {
        let api = try await Self.api()
        let first = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "1")
        #expect(first.status == 200 && first["list-version"] == "1")
        try await api.send(.put, "/lists/l/items/@a", body: "9")
        let again = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "1")
        #expect(again["idempotency-replayed"] == "true" && again["list-version"] == "1")
        #expect(try await api.get("/lists/l/items/@a").at("value") == "9")
    }

    @Test(
        "another method, target, content type, precondition or body under the key is refused and changes nothing",
        arguments: [
            (.patch, "/lists/l/items/@a", [:], "2"), (.put, "/lists/l/items/@b", [:], "2"), (.put, "/lists/m/items/@a", [:], "2"),
            (.put, "/lists/l/items/%40a", [:], "2"), (.put, "/items/0-0?list=l", [:], "2"), (.put, "/lists/l/items/@a?", [:], "2"),
            (.put, "/lists/l/items/@a", ["Content-Type": "application/json"], "2"), (.put, "/lists/l/items/@a", ["If-Match": "*"], "2"),
            (.put, "/lists/l/items/@a", ["If-None-Match": "\"v9\""], "2"), (.put, "/lists/l/items/@a", [:], "2 "),
            (.put, "/lists/l", [:], "[2]"), (.delete, "/lists/l/items/@nowhere", [:], nil),
        ] as [(HTTPRequest.Method, String, [String: String], String?)])
    func reuse(method: HTTPRequest.Method, target: String, headers: [String: String], body: String?) async throws {
        let api = try await Self.api()
        #expect(try await api.send(.put, "/lists/l/items/@a", Self.key, body: "2").status == 200)
        let reused = try await api.send(method, target, headers.merging(Self.key) { $1 }, body: body)
        #expect(reused.status == 422 && reused.at("type") == "/problems/idempotency-key-reused", "\(reused.text)")
        #expect(reused.at("errors.0.parameter") == "Idempotency-Key")
        #expect(try await api.get("/lists/l").at("version") == "2")
        #expect(try await api.send(.put, "/lists/l/items/@a", Self.key, body: "2")["idempotency-replayed"] == "true")
    }

    @Test("Prefer does not count: what is given again is what was kept")
    func preference() async throws {
        let api = try await Self.api()
        let minimal = try await api.send(.put, "/lists/l/items/@a", Self.key.merging(["Prefer": "return=minimal"]) { $1 }, body: "2")
        let again = try await api.send(.put, "/lists/l/items/@a", Self.key.merging(["Prefer": "return=representation"]) { $1 }, body: "2")
        #expect(minimal.status == 204 && again.status == 204 && again.bytes.isEmpty && again["preference-applied"] == "return=minimal")
        #expect(again["idempotency-replayed"] == "true")
    }

    @Test(
        "any other answer than a success leaves the key free",
        arguments: [
            (.put, "/lists/l/items/@a", [:], "{", 400), (.put, "/lists/l/items/@a", ["Content-Type": "text/html"], "1", 415),
            (.put, "/lists/l/items/@x", [:], "1", 404), (.put, "/lists/l/items/@a", ["If-Match": "\"v7\""], "1", 412),
            (.post, "/lists/l/sections/0/items", [:], #"{"item":{"id":"a","value":1}}"#, 409),
            (.post, "/lists/l/sections/0/items", [:], #"{"item":{"value":1},"index":9}"#, 422), (.delete, "/lists/none", [:], "", 404),
        ] as [(HTTPRequest.Method, String, [String: String], String, Int)])
    func refusal(method: HTTPRequest.Method, target: String, headers: [String: String], body: String, status: Int) async throws {
        let api = try await Self.api()
        for _ in 0..<2 {
            let refused = try await api.send(method, target, headers.merging(Self.key) { $1 }, body: body)
            #expect(refused.status == status && refused["idempotency-replayed"] == nil, "\(refused.text)")
        }
        let other = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "5")
        #expect(other.status == 200 && other["idempotency-replayed"] == nil, "\(other.text)")
    }

    @Test(
        "a malformed key is refused with the other errors of syntax, and on a read it is not looked at",
        arguments: ["a b", "a, b", "é", String(repeating: "k", count: 256)])
    func malformed(key: String) async throws {
        let api = try await Self.api()
        let refused = try await api.send(.delete, "/lists/none", ["Idempotency-Key": key])
        #expect(refused.status == 400 && refused.at("type") == "/problems/malformed-request", "\(refused.text)")
        #expect(refused.at("errors.0.parameter") == "Idempotency-Key" && refused.at("detail")?.contains("Idempotency-Key") == true)
        #expect(try await api.get("/lists/l", ["Idempotency-Key": key]).status == 200)
        let longest = ["Idempotency-Key": String(repeating: "~", count: 255)]
        #expect(try await api.send(.delete, "/lists/l", longest).status == 204)
    }

    @Test("while a request with a key runs another is refused, and afterwards it gets the answer", .timeLimit(.minutes(1)))
    func inProgress() async throws {
        let api = try await Self.api()
        let writer = try BlockedWriter(api)
        let first = Task { try await api.send(.put, "/lists/l/items/@a", Self.key, body: "2") }
        try await writer.waits(for: 1)
        for body in ["2", "3"] {
            let second = try await api.send(.put, "/lists/l/items/@a", Self.key, body: body)
            #expect(second.status == 409 && second.at("type") == "/problems/request-in-progress", "\(second.text)")
        }
        writer.release()
        #expect(try await first.value.status == 200)
        let again = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "2")
        #expect(again.status == 200 && again["idempotency-replayed"] == "true")
        #expect(try await api.get("/lists/l").at("version") == "2")
    }

    @Test("a request that is turned away because too many wait leaves its key free", .timeLimit(.minutes(1)))
    func overload() async throws {
        let api = try await Self.api(writeLimit: 1)
        let writer = try BlockedWriter(api)
        let waiting = Task { try await api.send(.put, "/lists/l/items/@a", body: "2") }
        try await writer.waits(for: 1)
        for _ in 0..<2 {
            let shed = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "3")
            #expect(shed.status == 503 && shed["retry-after"] != nil, "\(shed.text)")
        }
        writer.release()
        #expect(try await waiting.value.status == 200)
        let done = try await api.send(.put, "/lists/l/items/@a", Self.key, body: "3")
        #expect(done.status == 200 && done["idempotency-replayed"] == nil && done["list-version"] == "3")
    }

    @Test("a key is let go once, when its request has ended or nobody holds it")
    func inFlightKeys() throws {
        let keys = InFlightKeys()
        let key = try #require(IdempotencyKey("k"))
        var first: InFlightKey? = try keys.begin(key)
        #expect(throws: RequestProblem.self) { try keys.begin(key) }
        first?.end()
        var second: InFlightKey? = try keys.begin(key)
        first = nil
        #expect(throws: RequestProblem.self) { try keys.begin(key) }
        second = nil
        second = try keys.begin(key)
        #expect(second?.key == key && first == nil)
    }

    @Test("a fingerprint does not depend on how the body is cut, and no part of a request runs into the next")
    func fingerprint() {
        func digest(_ target: String, _ headers: HTTPFields = [:], pieces: [String]) -> [UInt8] {
            let request = Request(method: .put, target: RequestTarget(target), headers: headers, id: "x")
            var fingerprint = RequestFingerprint(headOf: request)
            for piece in pieces { Array(piece.utf8).withUnsafeBytes { fingerprint.add(body: $0) } }
            return fingerprint.finish()
        }
        #expect(digest("/a", pieces: ["abc"]) == digest("/a", pieces: ["", "a", "bc", ""]))
        #expect(digest("/a", pieces: ["abc"]).count == 32)
        #expect(digest("/a?b=c", pieces: ["abc"]) == digest("http://host/a?b=c", pieces: ["abc"]))
        let different = [
            digest("/a", pieces: []), digest("/a", pieces: ["x"]), digest("/ax", pieces: []), digest("/a?", pieces: []),
            digest("/a?x", pieces: []), digest("/a", [.ifMatch: "x"], pieces: []), digest("/a", [.ifNoneMatch: "x"], pieces: []),
            digest("/a", [.contentType: "x"], pieces: []), digest("/a", [.contentType: ""], pieces: []),
        ]
        #expect(Set(different).count == different.count)
    }

    /// A list `l` of two items, `a` and `b`.
    private static func api(writeLimit: Int = 4_096) async throws -> TestAPI {
        let api = try TestAPI(writeLimit: writeLimit)
        try await api.send(.put, "/lists/l", body: #"{"sections":[{"items":[{"id":"a","value":1},{"id":"b","value":1}]}]}"#)
        return api
    }
}

/// Holds the store's writer up, so that writes wait.
private final class BlockedWriter: Sendable {
    private let api: TestAPI
    private let gate = DispatchSemaphore(value: 0)

    /// The writer is held up when this returns.
    init(_ api: TestAPI) throws {
        self.api = api
        let isHeld = DispatchSemaphore(value: 0)
        let gate = gate
        api.store.write(
            try #require(ListID("other")),
            { _ in
                isHeld.signal()
                gate.wait()
            }, completion: { _ in })
        isHeld.wait()
    }

    /// Waits until so many writes wait.
    func waits(for count: Int) async throws {
        try await eventually {
            // The writes come from tasks.
            await Task.yield()
            return api.store.waitingWriteCount >= count
        }
    }

    func release() { gate.signal() }
}
