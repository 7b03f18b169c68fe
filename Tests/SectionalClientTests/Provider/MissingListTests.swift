import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list that is not there")
@MainActor
struct MissingListTests {
    @Test("waits for a list that is made later, and asks for it three times at most", .timeLimit(.minutes(1)))
    func madeLater() async throws {
        let exists = Atomic<Bool>(false)
        let list = try FakeList(exists: { exists.load(ordering: .relaxed) }) { _ in FakeList.problem(404, "not-found") }
        let provider = list.provider
        provider.start()
        func asked() -> Int { list.transport.requests.count { $0.hasPrefix("GET /base/lists/l/sections") } }
        try await list.wait { provider.state == .missing && asked() == 2 && provider.follower.session.isLive }
        #expect(list.transport.requests.contains("GET /base/events?lists=l&max=10000"))
        // Nothing of it is asked for by the clock.
        try await Task.sleep(for: .seconds(2))
        #expect(asked() == 2 && list.transport.requests.count <= 5 && list.states == [.connecting, .missing])
        exists.store(true, ordering: .relaxed)
        list.transport.send("change", id: 1, #"{"list":"l","from":0,"to":1,"reload":true,"properties":null,"stages":[]}"#)
        try await list.wait { provider.state == .live && list.shown.last == 0 }
        #expect(list.transport.requests.count { $0.hasPrefix("GET /base/lists/l/sections") } == 3 && list.view.reloads == 1)
    }
}
