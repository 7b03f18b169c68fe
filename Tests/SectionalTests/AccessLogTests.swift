import Foundation
import HTTPServing
import HTTPTypes
import TestSupport
import Testing

import Settings
@testable import sectional

@Suite("The access log")
struct AccessLogTests {
    /// The lines for requests to an application of a few routes.
    private static func lines(_ format: LogFormat, _ send: (InMemoryClient) async throws -> Void) async rethrows -> [String] {
        let lines = LogLines()
        let buffer = LineBuffer(dropNote: { "\($0)" }, write: { lines.add($0) })
        defer { buffer.close() }
        var refused = Response(status: .notFound)
        refused.failure = "not-found"
        let router = Router(
            routes: [
                Route(.get, "/lists/{list}") { _, _ in .response(Response(status: .ok, body: .bytes([1, 2, 3]))) },
                Route(.put, "/lists/{list}") { _, _ in .later { complete in complete { Response(status: .created) } } },
            ], fail: { [refused] _, _ in refused })
        let observation = Observation(of: router, router: router, observers: [AccessLog(format: format, buffer: buffer)])
        try await send(InMemoryClient(observation))
        buffer.close()
        return lines.all
    }

    private static func send(_ client: InMemoryClient) async {
        let secret = HTTPFields(dictionaryLiteral: (.authorization, "Bearer secret"))
        _ = await client.send(.get, "/lists/a%20b?after=secret", headers: secret, id: "r1")
        _ = await client.send(.put, "/lists/b", headers: secret, body: Array("\"secret\"".utf8), id: "r2")
        _ = await client.send(.get, "/nowhere=\"é", id: "r3")
    }

    @Test("has a line of text for each request, with nothing of its query, headers or body")
    func text() async {
        let lines = await Self.lines(.text, Self.send)
        let patterns = [
            #"info answered bytes=3 duration_ms=[0-9]+\.[0-9]{3} method=GET path=/lists/a%20b request_id=r1 route=/lists/\{list\} status=200"#,
            #"info answered bytes=0 duration_ms=[0-9]+\.[0-9]{3} method=PUT path=/lists/b request_id=r2 route=/lists/\{list\} status=201"#,
            #"info answered bytes=0 duration_ms=[0-9]+\.[0-9]{3} failure=not-found method=GET path="/nowhere=\\"é" request_id=r3 route=none status=404"#,
        ]
        #expect(lines.count == patterns.count)
        for (line, pattern) in zip(lines, patterns) {
            let whole = #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z "# + pattern + "$"
            #expect(line.range(of: whole, options: .regularExpression) != nil, "\(line)")
        }
        #expect(!lines.joined().contains("secret"))
    }

    @Test("has a JSON object for each request, with numbers as numbers")
    func json() async throws {
        let lines = await Self.lines(.json, Self.send)
        let objects = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        #expect(objects.map { $0["request_id"] as? String } == ["r1", "r2", "r3"])
        #expect(objects.map { $0["status"] as? Int } == [200, 201, 404])
        #expect(objects.map { $0["bytes"] as? Int } == [3, 0, 0])
        #expect(objects.map { $0["path"] as? String } == ["/lists/a%20b", "/lists/b", "/nowhere=\"é"])
        #expect(objects.map { $0["route"] as? String } == ["/lists/{list}", "/lists/{list}", "none"])
        #expect(objects.map { $0["failure"] as? String } == [nil, nil, "not-found"])
        #expect(objects.allSatisfy { ($0["duration_ms"] as? Double ?? -1) >= 0 && $0["level"] as? String == "info" })
        #expect(!lines.joined().contains("secret"))
    }

    @Test("has only the beginning of a path that is long", arguments: [LogFormat.text, .json])
    func longPath(format: LogFormat) async throws {
        let lines = await Self.lines(format) { _ = await $0.send(.get, "/" + String(repeating: "é", count: 4_000)) }
        let line = try #require(lines.first)
        #expect(lines.count == 1 && line.utf8.count < 1_000 && line.contains("…") && line.contains("404"))
    }
}
