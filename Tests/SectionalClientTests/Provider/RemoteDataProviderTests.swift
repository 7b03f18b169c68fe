import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list over the network")
@MainActor
struct RemoteDataProviderTests {
    private func list(count: Int = 100, change: (inout ListOptions) -> Void = { _ in }) throws -> FakeList {
        var options = FakeList.options
        change(&options)
        return try FakeList(count: count, options: options) { _ in FakeList.problem(404, "not-found") }
    }

    @Test("has exact counts at once, and asks for the pages of what is looked at, each once")
    func pages() async throws {
        let list = try list(count: 1_000_000)
        try await list.load()
        #expect(list.provider.numberOfItems(in: 0) == 1_000_000)
        let path: IndexPath = [0, 543_210]
        for row in 543_205..<543_215 { #expect(list.provider.item(at: [0, row]) == nil) }
        try await list.wait { list.provider.loadedRow(at: path)?.value == 543_210 }
        let pages = list.transport.requests.filter { $0.hasPrefix("GET /base/lists/l/items?") }
        #expect(pages.map { $0.split(separator: "?")[1] } == ["offset=0&limit=50&at=1", "offset=543200&limit=50&at=1"])
        #expect(list.provider.row(at: path)?.id == "i543210" && list.provider.indexPath(of: "i543210") == path)
        #expect(list.provider.indexPath(of: "i7000") == nil)
    }

    @Test("loads some screens around what is visible")
    func visible() async throws {
        let list = try list(count: 1_000) { $0.pageSize = 10 }
        try await list.load()
        list.provider.setVisible((500..<510).map { [0, $0] })
        try await list.wait { [480, 529].allSatisfy { list.provider.loadedRow(at: [0, $0]) != nil } }
        #expect(list.provider.loadedRow(at: [0, 470]) == nil && list.provider.loadedRow(at: [0, 540]) == nil)
    }

    @Test("jumps to an item in any part of the list")
    func jumps() async throws {
        let list = try list(count: 100_000)
        try await list.load()
        let path = try await list.provider.load(around: "i77777")
        #expect(path == [0, 77_777])
        #expect(list.provider.loadedRow(at: [0, 77_760])?.value == 77_760)
    }

    @Test("keeps what is near the screen, and no more than it may", .timeLimit(.minutes(2)))
    func bounded() async throws {
        let list = try list(count: 1_000_000) { $0.keep = 500 }
        try await list.load()
        list.isLooking = false
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let row = Int.random(in: 0..<1_000_000, using: &random)
            _ = list.provider.item(at: [0, row])
            try await list.wait { list.provider.loadedRow(at: [0, row]) != nil }
            #expect(list.provider.screen.model.knownCount <= 500)
        }
    }

    @Test("does not change before an update is applied, however long it waits")
    func stable() async throws {
        let transport = try list()
        let provider = transport.provider
        try await transport.load()
        await transport.leave()
        // Another consumer applies nothing.
        var taken: ListUpdate<Int>?
        let task = Task { @MainActor in
            for await update in provider.changes {
                if case .stages = update {
                    taken = update
                    return
                }
            }
        }
        transport.sendUpdate("5", version: 2)
        _ = await task.value
        #expect(provider.version == 1 && provider.item(at: [0, 0]) == 0)
        guard case .stages(let stages, let version) = taken else {
            Issue.record("no stages")
            return
        }
        #expect(version == 2 && stages.count == 1 && stages[0].updatedItems == [[0, 0]])
        stages[0].apply()
        #expect(provider.version == 2 && provider.item(at: [0, 0]) == 5)
    }

    @Test("lets a screen count anew that went on without applying an update")
    func unapplied() async throws {
        let list = try list()
        try await list.load()
        let provider = list.provider
        list.sendUpdate("5", version: 2)
        try await list.wait { provider.version == 2 }
        await list.leave()
        let task = Task { @MainActor in
            var kinds: [String] = []
            for await update in provider.changes {
                switch update {
                case .stages: kinds.append("stages")
                case .reload(let reload):
                    kinds.append("reload")
                    reload.apply()
                    return kinds
                case .reconfigure, .info, .state, .refused: break
                }
            }
            return kinds
        }
        list.sendUpdate("6", version: 3)
        #expect(await task.value.suffix(2) == ["stages", "reload"])
        #expect(provider.version == 3)
    }

    @Test("loads anew where stages do not fit, instead of telling a list view what would trap it")
    func misfit() async throws {
        let list = try list()
        try await list.load()
        let none = #""deleted":[],"inserted":[],"moved":[],"updated":[]"#
        let items = #"{"deleted":[{"id":"x","indexPath":[0,900]}],"inserted":[],"moved":[],"updated":[]}"#
        list.transport.send(
            "change", id: 2, #"{"list":"l","from":1,"to":2,"reload":false,"stages":[{"sections":{\#(none)},"items":\#(items)}]}"#)
        try await list.wait { list.view.reloads == 2 }
        list.transport.send("change", id: 3, "{")
        try await list.wait { list.view.reloads == 3 }
        #expect(list.view.violations == [])
    }

    @Test("tells of a misfit at once")
    func misfitState() async throws {
        let list = try list()
        try await list.load()
        await list.leave()
        list.transport.setDown(true)
        list.provider.follower.handle(
            .change(from: 1, to: 2, reload: false, stream: list.provider.follower.session.streams),
            .change(ChangesAnswer(from: 0, to: 2, reload: false, stages: [])))
        let sequence = list.provider.screen.consumer.makeSequence()
        while let update = await list.provider.screen.nextUpdate(of: sequence) {
            if case .state(.connecting) = update { break }
        }
        // Nobody has left the main actor meanwhile, so no answer to the load has woken the screen.
        #expect(list.provider.state == .connecting)
    }

    @Test("keeps what is looked at where rows move")
    func sight() async throws {
        let list = try list(count: 1_000)
        try await list.load()
        list.isLooking = false
        let provider = list.provider
        provider.setVisible((500..<510).map { [0, $0] })
        try await list.wait { provider.loadedRow(at: [0, 500]) != nil && provider.loadedRow(at: [0, 509]) != nil }
        let none = #""deleted":[],"inserted":[],"moved":[],"updated":[]"#
        let deleted = (0..<5).map { #"{"id":"i\#($0)","indexPath":[0,\#($0)]}"# }.joined(separator: ",")
        let moved = #"{"id":"i509","from":[0,509],"to":[0,700]}"#
        let items = #"{"deleted":[\#(deleted)],"inserted":[],"moved":[\#(moved)],"updated":[]}"#
        list.transport.send(
            "change", id: 2, #"{"list":"l","from":1,"to":2,"reload":false,"stages":[{"sections":{\#(none)},"items":\#(items)}]}"#)
        try await list.wait { provider.version == 2 }
        #expect(provider.screen.sight.visible == (495..<504).map { RowPosition(0, $0) } + [RowPosition(0, 700)])
        #expect(provider.screen.sight.focus == RowPosition(0, 495) && provider.id(at: [0, 495]) == "i500")
    }

    @Test("loads and keeps what is visible in several places, and not what lies between")
    func sideBySide() async throws {
        let list = try list(count: 100_000) {
            $0.pageSize = 10
            $0.keep = 60
        }
        try await list.load()
        list.isLooking = false
        let provider = list.provider
        let places = [0, 30_000, 60_000, 90_000]
        let seen = places.flatMap { place in (place..<(place + 3)).map { IndexPath(indexes: [0, $0]) } }
        provider.setVisible(seen)
        try await list.wait { seen.allSatisfy { provider.loadedRow(at: $0) != nil } }
        #expect(list.transport.requests.count { $0.contains("/items?") } <= 12)
        // Looking elsewhere takes nothing of it.
        for row in stride(from: 40_000, to: 41_000, by: 50) {
            _ = provider.item(at: [0, row])
            try await list.wait { provider.loadedRow(at: [0, row]) != nil }
        }
        #expect(seen.allSatisfy { provider.loadedRow(at: $0) != nil } && provider.screen.model.knownCount <= 100)
    }

    @Test("asks for what it has missed where more changes come in a load than it keeps")
    func heldBounds() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let queries = Mutex<[String]>([])
        let list = try FakeList { request in
            queries.withLock { $0.append(request.url.query ?? "") }
            for await _ in gate {}
            let ends = (request.url.query ?? "").split(separator: "&").compactMap { Int($0.split(separator: "=")[1]) }
            return TransportResponse(status: 200, body: Data(#"{"from":\#(ends[0]),"to":\#(ends[1]),"reload":false,"stages":[]}"#.utf8))
        }
        try await list.load()
        let provider = list.provider
        let last = ListFollower<Int>.mostHeld + 50
        for version in 5...last {
            provider.follower.handle(
                .change(from: version - 1, to: version, reload: false, stream: provider.follower.session.streams),
                .change(ChangesAnswer(from: version - 1, to: version, reload: false, stages: [])))
        }
        #expect(provider.follower.held.count < ListFollower<Int>.mostHeld)
        opened.finish()
        try await list.wait { provider.version == last }
        #expect(queries.withLock { $0.first } == "since=1&to=5&max=10000" && queries.withLock { $0.count } == 2)
    }

    @Test("does not take rows from another place than it has asked for")
    func misplaced() async throws {
        let transport = FakeTransport { _ in
            TransportResponse(
                status: 200, body: Data(#"{"version":1,"offset":9223372036854775807,"sectionCount":1,"items":[],"sections":[]}"#.utf8))
        }
        let base = try #require(URL(string: "http://server"))
        let requests = ListRequests<Int>(service: SectionalService(base, transport: transport), list: "l", options: FakeList.options)
        await #expect(throws: URLError.self) { try await requests.items(offset: 0, limit: 10, at: 1) }
        await #expect(throws: URLError.self) { try await requests.items(around: "a", limit: 10, at: 1) }
        await #expect(throws: URLError.self) { try await requests.firstSections(at: nil, withRows: false) }
    }

    @Test("shows rows of an earlier run where the same app has kept them for the same cells, and counts always")
    func schema() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func list(cells: [String]?) throws -> FakeList {
            try self.list {
                $0.cache = ListCache(folder: folder)
                $0.acceptedCells = cells
            }
        }
        let first = try list(cells: nil)
        try await first.load()
        await first.provider.flush()
        for cells in [nil, ["Cell"]] {
            let second = try list(cells: cells)
            second.isLooking = false
            second.transport.setDown(true)
            second.provider.start()
            try await second.wait { second.provider.itemCount == 100 }
            #expect((second.provider.loadedRow(at: [0, 0])?.value == 0) == (cells == nil))
        }
    }

    @Test("merges changes for a screen that takes none, and has lost none of them")
    func merges() async throws {
        let paths = Mutex<[String]>([])
        let list = try FakeList { request in
            paths.withLock { $0.append(request.url.query ?? "") }
            let none = #""deleted":[],"inserted":[],"moved":[],"updated":[]"#
            let update = #"{"indexPath":[0,0],"item":\#(FakeList.item(0, value: "999", revision: 300))}"#
            let stage = #"{"sections":{\#(none)},"items":{"deleted":[],"inserted":[],"moved":[],"updated":[\#(update)]}}"#
            let body = #"{"list":"l","from":1,"to":300,"reload":false,"stages":[\#(stage)]}"#
            return TransportResponse(status: 200, body: Data(body.utf8))
        }
        try await list.load()
        // As long as somebody jumps, the screen takes nothing.
        list.provider.screen.jumps += 1
        for version in 2...300 { list.sendUpdate("\(version)", version: version) }
        try await list.wait { list.provider.follower.session.headed == 300 }
        #expect(list.provider.version == 1 && list.provider.screen.queue.isBehind)
        list.provider.screen.jumps -= 1
        list.provider.screen.consumer.wake()
        try await list.wait { list.provider.version == 300 }
        #expect(list.shown == [nil, 0, 999] && list.view.batches == 1 && list.view.violations == [])
        #expect(paths.withLock { $0 } == ["since=1&to=300&max=10000"])
    }

    @Test("goes without a second consumer's leave")
    func ends() async throws {
        weak var provider: RemoteDataProvider<Int>?
        do {
            let list = try list()
            try await list.load()
            provider = list.provider
            #expect(provider != nil)
        }
        for _ in 0..<500 where provider != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(provider == nil)
    }
}
