import Foundation
import Synchronization
import Testing

@testable import SectionalClient

@Suite("A follower of a list")
@MainActor
struct ListFollowerTests {
    private nonisolated static func sections(_ version: Int, created: String) -> TransportResponse {
        let section = #"{"id":"a","index":0,"header":null,"footer":null,"metadata":{},"itemCount":3}"#
        let body = #"{"list":"l","version":\#(version),"sectionCount":1,"itemCount":3,"offset":0,"sections":[\#(section)]}"#
        return TransportResponse(status: 200, headers: ["List-Created": created], body: Data(body.utf8))
    }

    @Test("loads, follows, hands on what it has held, and says what others have to do", .timeLimit(.minutes(1)))
    func follows() async throws {
        let server = Mutex((version: 4, created: "old"))
        let parts = try ListParts { request in
            // Changes do not come: what is held stays held.
            if request.url.lastPathComponent == "changes" { try await Task.sleep(for: .seconds(3_600)) }
            return server.withLock { server in
                server.version > 0 ? Self.sections(server.version, created: server.created) : FakeList.problem(404, "list-not-found")
            }
        }
        let follower = parts.follower
        var notices: [ListFollower<Int>.Notice] = []
        follower.notify = { notice in
            notices.append(notice)
            if case .restore = notice { follower.restore { nil } }
        }
        follower.handle(.start)
        try await parts.wait { follower.state == .live }
        #expect(notices == [.restore, .connected] && follower.known.confirmed == "old")
        #expect(parts.screen.queue.takeContent()?.model.version == 4)
        // A change that leaves a gap waits for what is missing.
        parts.transport.send("change", id: 9, #"{"list":"l","from":8,"to":9,"reload":false,"stages":[]}"#)
        try await parts.wait { !follower.held.isEmpty }
        #expect(parts.screen.queue.takeChange() == nil)
        try await parts.wait { parts.transport.requests.contains("GET /lists/l/changes?since=4&to=9&max=10000&created=old") }
        server.withLock { $0 = (2, "new") }
        parts.transport.send("reset", id: 2, #"{"list":"l","version":2}"#)
        try await parts.wait { follower.known.created == "new" }
        #expect(notices == [.restore, .connected, .otherList])
        server.withLock { $0 = (0, "") }
        parts.transport.send("deleted", id: 3, #"{"list":"l","version":3}"#)
        try await parts.wait { follower.state == .missing }
        #expect(notices.contains(.removed) && !follower.mayAsk)
        follower.stop()
        #expect(follower.state == .idle)
    }
}
