import HTTPServing
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("Answers that wait for a body")
struct ReceivingTests {
    /// Says how its body came; refuses a piece that holds an exclamation mark.
    private final class Listing: BodyReceiver {
        private let pieces = Mutex<[String]>([])

        func receive(_ bytes: UnsafeRawBufferPointer) -> Response? {
            let piece = String(decoding: bytes, as: UTF8.self)
            pieces.withLock { $0.append(piece) }
            return piece.contains("!") ? Response(status: .unprocessableContent) : nil
        }

        func finish() -> PendingResponse {
            let text = pieces.withLock { $0.joined(separator: "|") }
            return .later { complete in Task { complete { Response(status: .ok, body: .bytes(Array(text.utf8))) } } }
        }

        func cancel() {}
    }

    private final class Marking: Responder {
        let next: any Responder

        init(next: any Responder) { self.next = next }

        func admit(_ request: inout Request) -> Admission { next.admit(&request) }

        func respond(to request: inout Request) -> PendingResponse {
            request.headers[.authorization] == nil ? .response(Response(status: .unauthorized)) : next.respond(to: &request)
        }

        func finalize(_ response: Response, to request: Request) -> Response {
            var response = next.finalize(response, to: request)
            response.headers.append(.init(.via, "marked"))
            return response
        }
    }

    private static let router = Router(
        routes: [
            Route(.put, "/a", takesPieces: { $0.headers[.contentType] == "x/pieces" }) { request, _ in
                request.body.isEmpty ? .receiving(Listing()) : .response(Response(status: .ok, body: .bytes(request.body)))
            },
            Route(.get, "/a") { _, _ in .response(Response(status: .ok)) },
        ], fail: { _, _ in Response(status: .notFound) })

    private func text(_ response: Response) async throws -> String { String(decoding: try await response.body.collected(), as: UTF8.self) }

    @Test("get it in pieces where the route asks for that, and whole elsewhere")
    func pieces() async throws {
        let client = InMemoryClient(Self.router, piece: 3)
        let response = await client.send(.put, "/a", headers: [.contentType: "x/pieces"], body: "abcdefgh")
        #expect(try await text(response) == "abc|def|gh")
        #expect(try await text(await client.send(.put, "/a", body: "abcdefgh")) == "abcdefgh")
        #expect(try await text(await client.send(.put, "/a", headers: [.contentType: "x/pieces"])) == "")
        let others: [(HTTPRequest.Method, String)] = [(.get, "/a"), (.put, "/b"), (.post, "/a"), (.put, "/%")]
        for (method, target) in others {
            var request = Request(method: method, target: RequestTarget(target), headers: [:] as HTTPFields, id: "1")
            if case .inPieces = Self.router.admit(&request) { Issue.record("\(method) \(target) takes pieces") }
        }
    }

    @Test("pass middleware before the first piece, and again with the response or the refusal")
    func middleware() async throws {
        let metrics = RequestMetrics()
        let observation = Observation(of: Marking(next: Self.router), router: Self.router, observers: [metrics])
        let client = InMemoryClient(observation, piece: 2)
        let early = await client.send(.put, "/a", headers: [.contentType: "x/pieces"], body: "ab!")
        #expect(early.status == .unauthorized)
        let headers: HTTPFields = [.contentType: "x/pieces", .authorization: "x"]
        let response = await client.send(.put, "/a", headers: headers, body: "abc")
        #expect(try await text(response) == "ab|c" && response[.via] == "marked")
        let refused = await client.send(.put, "/a", headers: headers, body: "a!bc")
        #expect(refused.status == .unprocessableContent && refused[.via] == "marked")
        var written = MetricText()
        metrics.write(to: &written)
        let shown = String(decoding: written.bytes, as: UTF8.self)
        for status in [200, 401, 422] {
            #expect(shown.contains("sectional_http_requests_total{method=\"PUT\",route=\"/a\",status=\"\(status)\"} 1\n"))
        }
    }
}
