import Foundation
import Synchronization
import Testing

@testable import SectionalClient

@Suite("A service that several lists share")
@MainActor
struct AppServiceTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private var options: ListOptions { ListOptions(cache: ListCache(folder: folder)) }

    private func wait(_ what: String, _ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !holds() {
            try #require(ContinuousClock.now < deadline, "\(what) never came")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test("shows what waits, takes one back, and sends the rest", .timeLimit(.minutes(1)))
    func outbox() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try FakeList(options: options) { _ in FakeList.accepted(2) }
        try await list.load()
        let service = list.provider.requests.service
        list.transport.setDown(true)
        let first = Task { try await list.provider.updateItem(at: [0, 0], value: 100) }
        try await list.wait { list.shown.last == 100 }
        let second = Task { try await list.provider.insert(7, at: [0, 3], id: "new") }
        try await list.wait { list.provider.id(at: [0, 3]) == "new" }
        let third = Task { try await list.provider.delete(at: [0, 9]) }
        try await list.wait { list.provider.loadedRow(at: [0, 9])?.isDeleted == true }
        let cache = options.cache
        let writes = service.waitingWrites(in: cache)
        #expect(writes.map(\.kind) == [.update, .insertion, .deletion] && writes.allSatisfy { $0.list == "l" })
        #expect(writes[0].items == ["i0"])
        try service.discard(writes[0], in: cache)
        await #expect(throws: ListFailure.discarded) { try await first.value }
        try await list.wait { list.provider.item(at: [0, 0]) == 0 }
        try service.discard(writes[1], in: cache)
        await #expect(throws: ListFailure.discarded) { try await second.value }
        try await list.wait { list.provider.id(at: [0, 3]) == "i3" }
        #expect(service.waitingWrites(in: cache).map(\.kind) == [.deletion] && list.refusals.isEmpty)
        list.transport.setDown(false)
        #expect(await service.sendWaiting(in: cache).isEmpty)
        #expect(try await third.value == 2 && service.waitingWrites(in: cache).isEmpty)
        #expect(list.transport.requests.count { $0.hasPrefix("DELETE") || $0.hasPrefix("POST") || $0.hasPrefix("PUT") } >= 1)
    }

    @Test("sends what an earlier run has left of lists that no screen shows, and says what was refused", .timeLimit(.minutes(1)))
    func leftBehind() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try FakeList(options: options) { _ in FakeList.accepted(2) }
        try await before.load()
        before.transport.setDown(true)
        let edits = [
            Task { try await before.provider.updateItem(at: [0, 0], value: 5) },
            Task { try await before.provider.delete(at: [0, 3]) },
        ]
        try await before.wait { before.provider.loadedRow(at: [0, 3])?.isDeleted == true && before.shown.last == 5 }
        before.provider.stop()
        for edit in edits { edit.cancel() }

        let transport = FakeTransport { request in
            request.method == "DELETE" ? FakeList.problem(403, "forbidden") : FakeList.accepted(3)
        }
        let service = SectionalService(try #require(URL(string: "http://server/base")), transport: transport)
        #expect(service.waitingWrites(in: options.cache).map(\.kind) == [.update, .deletion])
        let refused = await service.sendWaiting(in: options.cache)
        #expect(refused.map(\.kind) == [.deletion] && refused.first?.item == "i3")
        let sent = transport.sent.filter { $0.method != "GET" }
        #expect(Set(sent.map(\.method)) == ["PUT", "DELETE"] && sent.allSatisfy { $0.headers["Idempotency-Key"] != nil })
        #expect(service.waitingWrites(in: options.cache).isEmpty)
        // Without a network it returns too.
        transport.setDown(true)
        #expect(await service.sendWaiting(in: options.cache).isEmpty)
    }

    /// A list of one item, which each account has of its own.
    private nonisolated static func answer(_ request: TransportRequest, _ account: String) -> TransportResponse {
        guard request.method == "GET" else { return FakeList.accepted(2) }
        guard request.url.lastPathComponent != "l" else {
            return TransportResponse(status: 200, body: Data(#"{"title":"\#(account)"}"#.utf8))
        }
        let item = #"{"id":"i0","indexPath":[0,0],"type":null,"cell":"Cell","revision":1,"value":"\#(account)"}"#
        let section = #"{"id":"a","index":0,"header":null,"footer":null,"metadata":{},"itemCount":1,"items":[\#(item)]}"#
        let body = #"{"list":"l","version":1,"sectionCount":1,"itemCount":1,"offset":0,"sections":[\#(section)]}"#
        return TransportResponse(status: 200, body: Data(body.utf8))
    }

    @Test("another account has its own rows, writes and undo, and nothing of one is sent as the other", .timeLimit(.minutes(1)))
    func accounts() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = Mutex("ada")
        let isHeld = Atomic<Bool>(false)
        let transport = FakeTransport { request in
            let account = request.headers["Authorization"]?.split(separator: " ").last.map(String.init) ?? ""
            if request.method != "GET", isHeld.load(ordering: .relaxed) { throw URLError(.notConnectedToInternet) }
            return Self.answer(request, account)
        }
        let base = try #require(URL(string: "http://server"))
        let service = SectionalService(base, account: "ada", transport: transport) { _ in token.withLock { $0 } }
        let provider = RemoteDataProvider<String>(service, list: "l", options: options)
        let screen = Task { @MainActor in
            for await update in provider.changes {
                switch update {
                case .reload(let reload): reload.apply()
                case .stages(let stages, _): for stage in stages { stage.apply() }
                default: break
                }
            }
        }
        defer { screen.cancel() }
        provider.start()
        try await wait("ada's row") { provider.state == .live && provider.item(at: [0, 0]) == "ada" }
        isHeld.store(true, ordering: .relaxed)
        let edit = Task { try await provider.updateItem(at: [0, 0], value: "ada's own") }
        try await wait("the edit") { provider.item(at: [0, 0]) == "ada's own" && provider.canUndo }

        await service.changeAccount(to: "ben") { token.withLock { $0 = "ben" } }
        await #expect(throws: CancellationError.self) { try await edit.value }
        try await wait("ben's row") { provider.state == .live && provider.item(at: [0, 0]) == "ben" }
        #expect(provider.info.title == "ben" && service.account == "ben" && !provider.canUndo)
        #expect(service.waitingWrites(in: options.cache).isEmpty)
        isHeld.store(false, ordering: .relaxed)
        await service.sendWaiting(in: options.cache)
        #expect(!transport.sent.contains { $0.method != "GET" && $0.headers["Authorization"] == "Bearer ben" })

        await service.changeAccount(to: "ada") { token.withLock { $0 = "ada" } }
        try await wait("ada's edit") { provider.item(at: [0, 0]) == "ada's own" }
        try await wait("its answer") { service.waitingWrites(in: options.cache).isEmpty }
        #expect(transport.sent.contains { $0.method == "PUT" && $0.headers["Authorization"] == "Bearer ada" })
        // Where the token cannot be changed, everything is as it was.
        await #expect(throws: URLError.self) { try await service.changeAccount(to: "ben") { throw URLError(.userCancelledAuthentication) } }
        #expect(service.account == "ada")
        try await wait("ada's row again") { provider.item(at: [0, 0])?.hasPrefix("ada") == true && provider.state == .live }
    }

    @Test("sends an app's headers, counts, and writes to its log, without tokens", .timeLimit(.minutes(1)))
    func log() async throws {
        let lines = Mutex<[String]>([])
        let transport = FakeTransport { request in
            request.url.path == "/bad" ? FakeList.problem(403, "forbidden") : TransportResponse(status: 200, body: Data(count: 10))
        }
        let service = SectionalService(
            try #require(URL(string: "http://server")), transport: transport, headers: ["X-App": "1", "Accept-Language": "de"],
            token: { _ in "secret" }, log: { level, line in lines.withLock { $0.append("\(level) \(line)") } })
        _ = try await service.send(try service.request("GET", "good?q=private"))
        await #expect(throws: ListFailure.self) { try await service.send(try service.request("GET", "bad")) }
        transport.setDown(true)
        await #expect(throws: URLError.self) { try await service.send(try service.request("GET", "good")) }
        #expect(transport.sent.allSatisfy { $0.headers["X-App"] == "1" && $0.headers["Authorization"] == "Bearer secret" })
        let log = lines.withLock { $0 }
        #expect(log.count == 3 && log[0].hasPrefix("debug GET /good 200") && log[1].hasPrefix("error GET /bad 403"))
        #expect(!log.joined().contains("secret") && !log.joined().contains("private"))
        let counts = service.counts
        #expect(counts.requests == 3 && counts.refusals == 1 && counts.failures == 1 && counts.receivedBytes > 10 && counts.streams == 0)
    }
}
