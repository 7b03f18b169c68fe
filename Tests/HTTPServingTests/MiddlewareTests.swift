import HTTPServing
import HTTPTypes
import TestSupport
import Testing

@Suite("Middleware and answers")
struct MiddlewareTests {
    private final class Fixed: Responder {
        let answer: PendingResponse
        init(answer: PendingResponse) { self.answer = answer }
        func respond(to request: inout Request) -> PendingResponse { answer }
    }

    private final class Marking: Responder {
        let mark: String
        let next: any Responder

        init(mark: String, next: any Responder) {
            self.mark = mark
            self.next = next
        }

        func respond(to request: inout Request) -> PendingResponse { next.respond(to: &request) }

        func finalize(_ response: Response, to request: Request) -> Response {
            var response = next.finalize(response, to: request)
            response.headers.append(.init(.via, mark))
            return response
        }
    }

    private static let text = Response(status: .ok, body: .bytes(Array("text".utf8)))
    private static let later = PendingResponse.later { complete in Task { complete { text } } }

    @Test("the first middleware is the outermost, now and later", arguments: [PendingResponse.response(text), later])
    func order(answer: PendingResponse) async {
        let responder = Marking(mark: "outer", next: Marking(mark: "inner", next: Fixed(answer: answer)))
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
