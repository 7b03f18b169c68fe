import Foundation
import SectionalClient
import Synchronization
import TestSupport
import Testing

/// What networks and servers do to a client. Each run ends with a screen that equals the server's export, and no rule of list views broken.
@Suite("A client whose server or network fails", .serialized)
@MainActor
struct ClientFaultTests {
    @Test("goes on where it was when the server is killed again and again", .timeLimit(.minutes(5)))
    func kills() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let folder = try TestFolder()
        var server = try ServerProcess(database: folder.database)
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let screen = try FollowedScreen(port: proxy.port)
        screen.provider.start()
        let writers = ListWriters("a", port: server.port, seed: seed)
        screen.play()
        for _ in 0..<max(2, Int(ClientLength.seconds / 3)) {
            try await Task.sleep(for: .seconds(3))
            try server.kill()
            server = try ServerProcess(database: folder.database)
            proxy.change { $0.target = server.port }
            writers.port.withLock { $0 = server.port }
            screen.provider.reconnect()
        }
        let written = writers.stop()
        await screen.rest()
        #expect(try await screen.compare(with: server.port) == [], "seed \(seed)")
        screen.figures("kill -9", writes: written)
        // A history that is still there costs no reload.
        #expect(screen.view.reloads == 1)
    }

    @Test("takes connections that are cut anywhere, also within an event", .timeLimit(.minutes(5)))
    func cuts() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        proxy.change { $0.cutBelow = 20_000 }
        let screen = try FollowedScreen(port: proxy.port)
        screen.provider.start()
        let writers = ListWriters("a", port: server.port, seed: seed)
        screen.play()
        for _ in 0..<10 {
            try await ClientLength.pass(0.1)
            screen.provider.reconnect()
        }
        let written = writers.stop()
        proxy.change { $0.cutBelow = nil }
        screen.provider.reconnect()
        await screen.rest()
        #expect(try await screen.compare(with: server.port) == [], "seed \(seed)")
        screen.figures("cuts", writes: written)
    }

    @Test("loads anew what has left a short history", .timeLimit(.minutes(5)))
    func shortHistory() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess(
            environment: ["SECTIONAL_HISTORY_VERSIONS": "16", "SECTIONAL_HISTORY_SECONDS": "0"])
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let screen = try FollowedScreen(port: proxy.port)
        screen.provider.start()
        let writers = ListWriters("a", port: server.port, pause: 10, seed: seed)
        screen.play()
        for _ in 0..<4 {
            try await ClientLength.pass(0.2)
            proxy.change { $0.target = 0 }
            proxy.cutAll()
            try await Task.sleep(for: .seconds(1.5))
            proxy.change { $0.target = server.port }
            screen.provider.reconnect()
        }
        let written = writers.stop()
        await screen.rest()
        #expect(try await screen.compare(with: server.port) == [], "seed \(seed)")
        screen.figures("history of 16", writes: written)
        #expect(screen.view.reloads > 1)
    }

    @Test("catches up after its bytes were held back", .timeLimit(.minutes(5)))
    func stalls() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        let screen = try FollowedScreen(port: proxy.port)
        screen.provider.start()
        let writers = ListWriters("a", port: server.port, pause: 5, seed: seed)
        try await ClientLength.pass(0.25)
        proxy.change { $0.isStalled = true }
        try await ClientLength.pass(0.5)
        proxy.change { $0.isStalled = false }
        screen.play()
        try await ClientLength.pass(0.25)
        let written = writers.stop()
        await screen.rest()
        #expect(try await screen.compare(with: server.port) == [], "seed \(seed)")
        screen.figures("stalled", writes: written)
    }

    @Test("shows a list that is made later, and again after it was deleted, without asking again and again", .timeLimit(.minutes(2)))
    func missing() async throws {
        let server = try ServerProcess()
        let client = try server.connect()
        let screen = try FollowedScreen(port: server.port)
        func count(_ route: String, _ status: Int = 200) throws -> Int {
            let line = #"sectional_http_requests_total{method="GET",route="\#(route)",status="\#(status)"}"#
            let text = try client.get("/metrics").text
            return text.split(separator: "\n").first { $0.hasPrefix(line) }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        }
        screen.provider.start()
        try await screen.wait(for: "no list") { try screen.provider.state == .missing && count("/lists/{list}/sections", 404) == 2 }
        try await Task.sleep(for: .seconds(3))
        #expect(try count("/lists/{list}/sections", 404) == 2)
        #expect(try client.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        try await screen.wait(for: "the list") { screen.provider.version == 1 && screen.provider.state == .live }
        // The first ten sections, and the other ten.
        #expect(try count("/lists/{list}/sections") == 2 && count("/lists/{list}/sections", 404) == 2)
        #expect(try await screen.compare(with: server.port) == [])
        #expect(try client.send("DELETE", "/lists/a").status == 204)
        try await screen.wait(for: "its end") { try screen.provider.state == .missing && count("/lists/{list}/sections", 404) == 3 }
        #expect(try client.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        try await screen.wait(for: "the new list") { screen.provider.version == 3 && screen.provider.state == .live }
        #expect(try count("/lists/{list}/sections") == 3 && count("/lists/{list}/sections", 404) == 3)
        #expect(try await screen.compare(with: server.port) == [])
    }

    @Test("takes a batch of a thousand operations as stages", .timeLimit(.minutes(2)))
    func batches() async throws {
        let server = try ServerProcess()
        let client = try server.connect()
        #expect(try client.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let screen = try FollowedScreen(port: server.port)
        screen.provider.start()
        try await screen.wait(for: "the list") { screen.provider.version == 1 }
        screen.provider.prefetch((0..<20).map { IndexPath(indexes: [$0, 0]) })
        for round in 0..<5 {
            let operations = (0..<1_000).map { number in
                switch number % 4 {
                case 0: #"{"op":"updateItem","item":"@i\#(number % 20)-\#(number / 20)","value":{"title":"b","n":\#(round)}}"#
                case 1: #"{"op":"moveItem","item":"@i\#(number % 20)-\#(number / 20)","to":[\#(number % 7),0]}"#
                case 2:
                    #"{"op":"insertItem","section":"@s\#(number % 20)","item":{"id":"b\#(round)-\#(number)","value":{"title":"b","n":0}},"index":1}"#
                default: #"{"op":"updateSection","section":"@s\#(number % 20)","merge":{"header":"\#(round)-\#(number)"}}"#
                }
            }
            let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
            #expect(try client.send("POST", "/lists/a/batch", body: body).status == 200)
        }
        #expect(try await screen.compare(with: server.port) == [])
        #expect(screen.view.reloads == 1)
        screen.figures("batches", writes: 5)
    }
}
