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
}
