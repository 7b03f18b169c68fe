import Foundation
import SectionalClient
import TestSupport
import Testing

/// A screen beside writers, over networks of different latency. Each run ends with a screen that equals the server's export.
@Suite("A client that follows a list", .serialized)
@MainActor
struct ClientFollowingTests {
    @Test("shows what the server has, whatever the latency", .timeLimit(.minutes(5)), arguments: [0, 150, 600])
    func latency(milliseconds: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let proxy = try FaultyProxy(to: server.port)
        proxy.change { $0.latency = milliseconds }
        let screen = try FollowedScreen(port: proxy.port)
        screen.provider.start()
        let writers = ListWriters("a", port: server.port, seed: seed)
        screen.play()
        try await ClientLength.pass()
        let written = writers.stop()
        await screen.rest()
        #expect(try await screen.compare(with: server.port) == [], "seed \(seed)")
        screen.figures("latency \(milliseconds)", writes: written)
        #expect(screen.view.batches > 0 && screen.edits > 0)
    }

    @Test("shows the list's title, and what the page has chosen for its rows", .timeLimit(.minutes(1)))
    func info() async throws {
        let server = try ServerProcess()
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let screen = try FollowedScreen(port: server.port)
        screen.provider.start()
        try await screen.wait(for: "the list") { screen.provider.state == .live && screen.provider.itemCount > 0 }
        #expect(screen.provider.info == ListInfo())
        let body = #"{"title":"Readings","metadata":{"row":{"title":"/text","columns":["/text"]}}}"#
        #expect(try connection.send("PATCH", "/lists/a", body: body).status == 200)
        try await screen.wait(for: "the title") { screen.provider.info.title == "Readings" }
        #expect(screen.provider.info.row.title == "/text" && screen.provider.info.row.columns == ["/text"])
        let other = try FollowedScreen(port: server.port)
        other.provider.start()
        try await other.wait(for: "the list") { other.provider.itemCount > 0 }
        #expect(other.provider.info == screen.provider.info)
    }
}
