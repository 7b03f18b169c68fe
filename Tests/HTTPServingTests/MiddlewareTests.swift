import HTTPServing
import HTTPTypes
import InMemoryHTTP
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

    @Test("a prepared body's headers are the response's, without those that cannot be sent")
    func preparedHeaders() {
        let prepared = PreparedResponse(headers: [.init(.eTag, "\"v1\""), .init(.location, "a\nb")], body: [1, 2])
        let response = Response(status: .ok, headers: [.init(.allow, "GET")], body: .prepared(prepared))
        #expect(response[.eTag] == "\"v1\"" && response[.allow] == "GET")
        #expect(Array(prepared.headerBlock) == Array("ETag\0\"v1\"\0".utf8))
        #expect(response.body.byteCount == 2)
    }
}
