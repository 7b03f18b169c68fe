import HTTPServing
import HTTPTypes
import SQLiteStore
import Synchronization
import TestSupport
import Testing
@testable import ListAPI

/// Can fail: a search that does not look whether somebody still waits for it reads the list to its end.
@Suite("A search that has much to read")
struct LongSearchTests {
    private static let count = 10_000

    private static func api() async throws -> TestAPI {
        let api = try TestAPI()
        let items = (0..<count).map { "{\"id\":\"i\($0)\",\"value\":{\"t\":\"word\($0) and some more words\"}}" }
        let body = "{\"search\":[\"/t\"],\"sections\":[{\"id\":\"s\",\"items\":[\(items.joined(separator: ","))]}]}"
        #expect(try await api.send(.put, "/lists/a", body: body).status == 201)
        return api
    }

    /// Headers of a client that may have left; a look at that may do something else first.
    private struct WatchedHeaders: RequestHeaders {
        let look: @Sendable () -> Bool

        subscript(_ name: HTTPField.Name) -> String? { nil }
        var clientHasLeft: Bool { look() }
    }

    /// Looks for a word that one item has, and counts how often the search looks whether its client is there.
    private static func search(_ api: TestAPI, look: @escaping @Sendable (Int) -> Bool) async -> (response: TestResponse, looks: Int) {
        let looks = Atomic(0)
        let headers = WatchedHeaders { look(looks.add(1, ordering: .relaxed).newValue) }
        var request = Request(method: .get, target: RequestTarget("/lists/a/search?q=word\(count - 1)."), headers: headers, id: "x")
        let response = await api.api.responder.respond(to: &request).response()
        let bytes = (try? await response.body.collected()) ?? []
        return (TestResponse(response, bytes: bytes), looks.load(ordering: .relaxed))
    }

    @Test("ends at once when its client has left, and what it has read is kept")
    func left() async throws {
        let api = try await Self.api()
        let (response, looks) = await Self.search(api) { $0 >= 5 }
        #expect(response.status == 503 && response.text.contains("The client has left."), "\(response.text)")
        #expect(looks == 5)
        let (found, all) = await Self.search(api) { _ in false }
        #expect(found.status == 200 && found.at("itemCount") == "1")
        #expect(all > Self.count / 64 / 2)
    }

    @Test("ends when the server stops")
    func stop() async throws {
        let api = try await Self.api()
        let (response, looks) = await Self.search(api) { number in
            if number == 5 { api.store.breakOff(after: 0) }
            return false
        }
        #expect(response.status == 503 && response.text.contains("The server is shutting down."), "\(response.text)")
        #expect(looks == 5)
    }
}
