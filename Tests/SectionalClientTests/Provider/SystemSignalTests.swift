import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list whose app, or network, comes and goes")
@MainActor
struct SystemSignalTests {
    @Test("connects at once when there is a network again, however long it would have waited", .timeLimit(.minutes(1)))
    func network() async throws {
        let list = try FakeList { _ in FakeList.accepted(2) }
        try await list.load()
        // Ten minutes pass before the next connection, unless something is heard of the network.
        list.transport.send("other", id: 1, "x\nretry: 600000")
        try await list.wait { list.provider.follower.session.leastWait == 600 }
        list.transport.setDown(true)
        try await list.wait { if case .waiting = list.provider.state { true } else { false } }
        let write = Task { @MainActor in try await list.provider.updateItem(at: [0, 0], value: 5) }
        try await list.wait { list.transport.requests.contains { $0.hasPrefix("PUT") } }
        list.transport.setDown(false)
        list.provider.receive(.networkChanged)
        try await list.wait { list.provider.state == .live }
        #expect(try await write.value == 2)
    }

    @Test("trusts no connection from before the app was asleep: the stream and writes go on by new ones", .timeLimit(.minutes(1)))
    func foreground() async throws {
        let writes = Mutex<[String?]>([])
        let list = try FakeList { request in
            let isFirst = writes.withLock { keys in
                keys.append(request.headers["Idempotency-Key"])
                return keys.count == 1
            }
            // The connection is dead, and nobody says so.
            if isFirst { try await Task.sleep(for: .seconds(3_600)) }
            return FakeList.accepted(2)
        }
        try await list.load()
        let write = Task { @MainActor in try await list.provider.updateItem(at: [0, 0], value: 5) }
        try await list.wait { writes.withLock { $0.count } == 1 }
        func streams() -> Int { list.transport.requests.count { $0.contains("/events?") } }
        #expect(streams() == 1)
        list.provider.receive(.foreground)
        #expect(try await write.value == 2)
        let keys = writes.withLock { $0 }
        #expect(keys.count == 2 && keys[0] == keys[1])
        try await list.wait { streams() == 2 && list.provider.state == .live }
        list.sendUpdate("5", version: 2)
        try await list.wait { list.provider.version == 2 }
        #expect(list.view.violations == [] && list.view.reloads == 1)
    }

    @Test("stays stopped where it was stopped, and keeps what it shows in the background", .timeLimit(.minutes(1)))
    func background() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("signals-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = FakeList.options
        options.cache = ListCache(folder: folder)
        let list = try FakeList(options: options) { _ in FakeList.accepted(2) }
        list.provider.receive(.foreground)
        #expect(list.provider.state == .idle)
        try await list.load()
        list.provider.receive(.background)
        let keeper = list.provider.snapshots
        for _ in 0..<500 where await keeper.read() == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await keeper.read()?.version == 1)
        list.provider.stop()
        let asked = list.transport.requests.count
        list.provider.receive(.foreground)
        #expect(list.provider.state == .idle && list.transport.requests.count == asked)
    }

    @Test("hears of a network that is there again, and of another, but not of the first or of one that is gone")
    func history() {
        var history = NetworkHistory()
        let reports = [
            (true, ["en0"]), (true, ["en0"]), (true, ["en0", "pdp_ip0"]), (false, []), (true, ["en0"]), (true, ["pdp_ip0"]),
            (false, ["en0"]),
        ]
        var news: [Bool] = []
        for (isConnected, interfaces) in reports { news.append(history.isNews(isConnected: isConnected, interfaces: interfaces)) }
        #expect(news == [false, false, false, false, true, true, false])
    }
}
