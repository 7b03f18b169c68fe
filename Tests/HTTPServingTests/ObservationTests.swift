import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite("Observation")
struct ObservationTests {
    /// Keeps what it is notified of.
    private final class Notes: ResponseObserver {
        private let notes = Mutex<[String]>([])
        var all: [String] { notes.withLock { $0 } }

        private func add(_ note: String) { notes.withLock { $0.append(note) } }

        func answered(_ request: Request, _ response: Response, _ info: ResponseInfo) {
            add("answered \(request.id) \(response.status.code) \(info.route?.text ?? "none") \(info.bytes)")
        }

        func streamed(_ count: Int, _ request: Request, _ response: Response, _ info: ResponseInfo) { add("streamed \(count)") }

        func ended(_ request: Request, _ response: Response, _ info: ResponseInfo) { add("ended \(request.id) \(info.bytes)") }
    }

    private final class Pieces: BodyStream {
        private let left = Mutex([3, 4])

        func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
            left.withLock { $0.isEmpty ? .end : .bytes($0.removeFirst()) }
        }

        func whenReady(_ wake: @escaping @Sendable () -> Void) { wake() }
        func close() {}
    }

    private let router = Router(
        routes: [
            Route(.get, "/lists/{list}") { _, _ in .response(Response(status: .ok, body: .bytes([1, 2, 3]))) },
            Route(.put, "/lists/{list}") { _, _ in .later { complete in complete { Response(status: .created) } } },
            Route(.get, "/lists/{list}/export") { _, _ in .response(Response(status: .ok, body: .stream(Pieces()))) },
        ], fail: { _, _ in Response(status: .notFound) })

    @Test("notifies of an answer's route and of the bytes that are sent")
    func answers() async {
        let notes = Notes()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [notes]))
        _ = await client.send(.get, "/lists/a?secret=1", id: "1")
        _ = await client.send(.head, "/lists/a", id: "2")
        _ = await client.send(.get, "/nowhere", id: "3")
        #expect(notes.all == ["answered 1 200 /lists/{list} 3", "answered 2 200 /lists/{list} 0", "answered 3 404 none 0"])
    }

    @Test("notifies of an answer that another thread makes")
    func deferred() async {
        let notes = Notes()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [notes]))
        _ = await client.send(.put, "/lists/a", id: "1")
        #expect(notes.all == ["answered 1 201 /lists/{list} 0"])
    }

    @Test("notifies of a response to a request that nobody has routed")
    func refusals() {
        let notes = Notes()
        let observation = Observation(of: router, router: router, observers: [notes])
        for (id, target) in ["/lists/a", "/lists/%zz", ""].enumerated() {
            let request = Request(method: .post, target: RequestTarget(target), headers: [:] as HTTPFields, id: "\(id)")
            _ = observation.finalize(Response(status: .badRequest), to: request)
        }
        #expect(notes.all == ["answered 0 400 /lists/{list} 0", "answered 1 400 /lists/{list} 0", "answered 2 400 none 0"])
    }

    @Test("notifies of a stream's bytes as they are sent, and of its end")
    func streams() async throws {
        let notes = Notes()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [notes]))
        let response = await client.send(.get, "/lists/a/export", id: "1")
        #expect(try await response.body.collected().count == 7)
        #expect(notes.all == ["answered 1 200 /lists/{list}/export 0", "streamed 3", "streamed 4", "ended 1 7"])
    }

    @Test("counts a stream's bytes among those of its route")
    func streamBytes() async throws {
        let metrics = RequestMetrics()
        let client = InMemoryClient(Observation(of: router, router: router, observers: [metrics]))
        _ = try await client.send(.get, "/lists/a/export").body.collected()
        var text = MetricText()
        metrics.write(to: &text)
        let written = String(decoding: text.bytes, as: UTF8.self)
        #expect(written.contains(#"sectional_http_response_bytes_total{method="GET",route="/lists/{list}/export"} 7"#))
        #expect(written.contains(#"sectional_http_requests_total{method="GET",route="/lists/{list}/export",status="200"} 1"#))
    }
}
