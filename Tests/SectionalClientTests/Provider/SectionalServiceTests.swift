import Foundation
import Testing

@testable import SectionalClient

@Suite("A server and its tokens")
struct SectionalServiceTests {
    /// Takes one token at a time.
    private actor Door: Transport {
        private(set) var good: String
        private(set) var asked: [TokenRequest] = []
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(good: String) { self.good = good }

        func change(to good: String) { self.good = good }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(status: request.headers["Authorization"] == "Bearer \(good)" ? 200 : 401)
        }

        func open(_ request: TransportRequest) async throws -> TransportStream { throw URLError(.unsupportedURL) }

        /// A refused token's answer is held back until ``release()``.
        func token(_ wish: TokenRequest) async -> String? {
            guard case .refused = wish else { return "old" }
            asked.append(wish)
            await withCheckedContinuation { waiting.append($0) }
            return good
        }

        func release() {
            waiting.forEach { $0.resume() }
            waiting = []
        }
    }

    private func service(_ door: Door) throws -> SectionalService {
        SectionalService(try #require(URL(string: "http://lists.test")), transport: door) { await door.token($0) }
    }

    private func releaseNext(_ door: Door, _ count: Int) async throws {
        while await door.asked.count < count {
            try Task.checkCancellation()
            await Task.yield()
        }
        await door.release()
    }

    @Test("asks once for a token that many requests were refused with, and again when the fresh one is refused", .timeLimit(.minutes(1)))
    func refresh() async throws {
        let door = Door(good: "new")
        let service = try service(door)
        let request = try service.request("GET", "a")
        let requests = (0..<20).map { _ in Task { try await service.send(request).status } }
        // All have been refused and wait, as far as they got; those that come later find the answer.
        try await releaseNext(door, 1)
        for request in requests { #expect(try await request.value == 200) }
        #expect(await door.asked == [.refused("old")])
        #expect(try await service.send(request).status == 200)
        #expect(await door.asked.count == 1)

        // The app still hands out the old one; what was fresh is refused now.
        await door.change(to: "newer")
        await #expect(throws: ListFailure.self) { try await service.send(request) }
        let last = Task { try await service.send(request).status }
        try await releaseNext(door, 2)
        #expect(try await last.value == 200)
    }
}
