import HTTPServing
import HTTPTypes
import ListAPI
import Ports
import Testing

@Suite("Event streams that wait")
struct EventStreamWaitTests {
    @Test("are woken by a change that came before they were asked to wait", .timeLimit(.minutes(1)))
    func early() async throws {
        let api = try TestAPI { $0.heartbeat = 3_600 }
        try await api.send(.put, "/lists/a", body: "[1]")
        var streams: [any BodyStream] = []
        for _ in 0..<40 { streams.append(try #require(try await api.stream("/lists/a/events"))) }
        var piece = [UInt8](repeating: 0, count: 4_096)
        for stream in streams { while case .bytes = piece.withUnsafeMutableBytes({ stream.read(into: $0) }) {} }
        try await api.send(.put, "/lists/a", body: "[2]")
        // The first waits are met by the notifier; by their end others were notified before they were asked.
        for stream in streams {
            let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
            stream.whenReady { continuation.finish() }
            for await _ in wakes {}
            #expect(piece.withUnsafeMutableBytes({ stream.read(into: $0) }) != .waiting)
            stream.close()
        }
    }
}
