import HTTPServing
import HTTPTypes
import Logging
import Synchronization
import Testing

@Suite("Middleware and answers")
struct MiddlewareTests {
    private struct Fixed: Responder {
        let answer: Answer
        func respond(to request: Request) -> Answer { answer }
    }

    private struct Marking: Middleware {
        let mark: String

        func respond(to request: Request, next: any Responder) -> Answer {
            next.respond(to: request).map { response in
                var response = response
                response.headers.append(.init(.via, mark))
                return response
            }
        }
    }

    private static let text = Response(status: .ok, body: .bytes(Array("text".utf8)))
    private static let later = Answer.deferred { complete in Task { complete { text } } }

    @Test("the first middleware is the outermost, now and later", arguments: [Answer.response(text), later])
    func order(answer: Answer) async {
        let responder = Fixed(answer: answer).behind([Marking(mark: "outer"), Marking(mark: "inner")])
        let response = await InMemoryClient(responder).send(.get, "/")
        #expect(response.headers.map(\.value) == ["inner", "outer"])
    }

    @Test("the access log has a line with all metadata for each answer", arguments: [Answer.response(text), later])
    func accessLog(answer: Answer) async throws {
        let lines = LogLines()
        let logger = Logger(label: "test") { _ in CapturingLogHandler(lines: lines) }
        let responder = Fixed(answer: answer).behind([AccessLog(logger: logger)])
        _ = await InMemoryClient(responder).send(.put, "/a%20b?secret=1", id: "r1")
        let line = try #require(lines.all.first)
        #expect(lines.all.count == 1)
        #expect(line["method"] == "PUT" && line["path"] == "/a%20b" && line["status"] == "200" && line["bytes"] == "4")
        #expect(line["request_id"] == "r1")
        #expect(Double(line["duration_ms"] ?? "") ?? -1 >= 0)
    }

    @Test("an access log below the logger's level writes nothing")
    func silentLog() async {
        let lines = LogLines()
        var logger = Logger(label: "test") { _ in CapturingLogHandler(lines: lines) }
        logger.logLevel = .warning
        _ = await InMemoryClient(Fixed(answer: .response(Self.text)).behind([AccessLog(logger: logger)])).send(.get, "/")
        #expect(lines.all.isEmpty)
    }

    @Test("a prepared body's headers are the response's, without those that cannot be sent")
    func preparedHeaders() {
        let prepared = PreparedResponse(headers: [.init(.eTag, "\"v1\""), .init(.location, "a\nb")], body: [1, 2])
        let response = Response(status: .ok, headers: [.init(.allow, "GET")], body: .prepared(prepared))
        #expect(response[.eTag] == "\"v1\"" && response[.allow] == "GET")
        #expect(Array(prepared.headerBlock) == Array("ETag\0\"v1\"\0".utf8))
        #expect(response.body.byteCount == 2)
    }
}
