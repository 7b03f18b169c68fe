import Foundation
import SectionalClient
import TestSupport
import Testing

/// What an app keeps between its runs, against a server that goes on meanwhile.
@Suite("A client with a cache", .serialized)
@MainActor
struct ClientCacheTests {
    private let server: ServerProcess
    private let folder: TestFolder

    init() throws {
        server = try ServerProcess()
        folder = try TestFolder()
    }

    private var cache: ListCache { ListCache(folder: folder.url.appendingPathComponent("cache")) }

    @Test("shows rows by a fallback that was changed while the app was away, and loads nothing anew else", .timeLimit(.minutes(2)))
    func fallback() async throws {
        let client = try server.connect()
        func fallBack(to type: String) throws -> Int {
            try client.send("PUT", "/cell-types/Promo", body: #"{"fallback":"\#(type)"}"#).status
        }
        #expect(try fallBack(to: "Text") == 201)
        let item = #"{"id":"x","type":"Promo","value":{"title":"t","n":1}}"#
        #expect(try client.send("PUT", "/lists/a", body: #"{"sections":[{"id":"s","items":[\#(item)]}]}"#).status == 201)
        func start() throws -> FollowedScreen {
            let screen = try FollowedScreen(port: server.port, cache: cache, change: { $0.acceptedCells = ["Picture", "Text"] })
            screen.provider.start()
            return screen
        }
        func wait(_ screen: FollowedScreen, for cell: String) async throws {
            try await screen.wait(for: cell) { screen.provider.state == .live && screen.provider.row(at: [0, 0])?.cell == cell }
        }
        func requests() throws -> Int {
            let lines = try client.get("/metrics").text.split(separator: "\n")
            let line = lines.first { $0.contains(#"total{method="GET",route="/lists/{list}/sections",status="200"}"#) }
            return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        }

        let first = try start()
        try await wait(first, for: "Text")
        await first.provider.flush()
        first.provider.stop()
        // Nothing has changed: what was kept stays.
        let second = try start()
        try await wait(second, for: "Text")
        try await Task.sleep(for: .milliseconds(500))
        #expect(second.view.reloads == 1)
        #expect(try requests() == 1)
        second.provider.stop()

        #expect(try fallBack(to: "Picture") == 200)
        let third = try start()
        try await wait(third, for: "Picture")
        #expect(third.provider.version == 1 && third.view.reloads == 2 && third.view.violations == [])
        // An app that was in the background has rows from before, too.
        third.provider.stop()
        #expect(try fallBack(to: "Text") == 200)
        third.provider.start()
        try await wait(third, for: "Text")
        #expect(third.provider.version == 1 && third.view.reloads == 3 && third.view.violations == [])
    }

    private struct Appointment: Codable, Sendable, Equatable {
        var name: String
        var begins: Date
    }

    @Test("keeps what the app's own decoder has read, and what is written, for the next run", .timeLimit(.minutes(2)))
    func ownDecoder() async throws {
        let client = try server.connect()
        let value = #"{"name":"dentist","begins":"2026-03-01T09:30:00Z"}"#
        #expect(try client.send("PUT", "/lists/a", body: "[\(value),\(value)]").status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let base = try #require(URL(string: "http://127.0.0.1:\(proxy.port)"))
        var options = ListOptions()
        options.cache = cache
        options.makeDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        options.makeEncoder = {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return encoder
        }
        func start() -> (provider: RemoteDataProvider<Appointment>, screen: Task<Void, Never>) {
            let service = SectionalService(base, transport: URLSessionTransport())
            let provider = RemoteDataProvider<Appointment>(service, list: "a", options: options)
            let view = StrictListView(provider)
            provider.start()
            return (provider, Task { for await update in provider.changes { view.show(update) } })
        }
        func wait(_ holds: () throws -> Bool) async throws {
            for _ in 0..<2_000 where try !holds() { try await Task.sleep(for: .milliseconds(5)) }
            try #require(try holds())
        }
        let kept = Appointment(name: "dentist", begins: Date(timeIntervalSince1970: 1_772_357_400))
        let written = Appointment(name: "barber", begins: Date(timeIntervalSince1970: 1_772_443_800))

        let (first, firstScreen) = start()
        try await wait { first.state == .live && first.item(at: [0, 0]) == kept && first.item(at: [0, 1]) == kept }
        proxy.change { $0.target = 0 }
        proxy.cutAll()
        let write = Task { _ = try? await first.updateItem(at: [0, 1], value: written) }
        try await wait { first.item(at: [0, 1]) == written }
        write.cancel()
        await first.flush()
        firstScreen.cancel()

        let (second, secondScreen) = start()
        try await wait { second.item(at: [0, 0]) == kept && second.item(at: [0, 1]) == written }
        guard case .offline = second.state else {
            Issue.record("\(second.state)")
            return
        }
        first.stop()
        proxy.change { $0.target = server.port }
        second.reconnect()
        try await wait { second.state == .live && second.version == 2 && second.row(at: [0, 1])?.isPending == false }
        #expect(second.item(at: [0, 0]) == kept && second.item(at: [0, 1]) == written)
        #expect(try client.get("/lists/a/items/0-1").text.contains(#""value":{"name":"barber","begins":"2026-03-02T09:30:00Z"}"#))
        secondScreen.cancel()
    }
}
