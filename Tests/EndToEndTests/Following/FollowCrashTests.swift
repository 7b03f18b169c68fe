import Foundation
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing

/// A server that told followers of a version before it is durable would show them one that is not there, or another, after the kill.
@Suite("A server that is killed while it is followed")
struct FollowCrashTests {
    private static let rounds = 6
    private static let followers = 50

    /// What a follower has seen of one list, over all rounds.
    private final class Follower: Sendable {
        struct State {
            var events: [(id: String, data: String)] = []
            var failure: String?
        }
        let state = Mutex(State())
        var hasSeenNothing: Bool { state.withLock { $0.events.isEmpty && $0.failure == nil } }
    }

    @Test("has shown each follower a history that is contiguous and that of the stored versions", .timeLimit(.minutes(5)))
    func killed() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let folder = try TestFolder()
        let followers = (0..<Self.followers).map { _ in Follower() }
        let written = Atomic<Int>(0)
        var round = 0
        // More rounds where the machine is so slow that little is written and followed in them.
        while round < Self.rounds || written.load(ordering: .relaxed) <= Self.rounds * 20 || followers.contains(where: \.hasSeenNothing) {
            defer { round += 1 }
            let server = try ServerProcess(database: folder.database)
            let port = server.port
            if round == 0 { #expect(try HTTPConnection(port: port).send("PUT", "/lists/a", body: ListScribbler.content).status == 201) }
            let group = DispatchGroup()
            for worker in 0..<3 {
                let seed = seed &+ UInt64(round * 3 + worker)
                Thread.detachNewThread(in: group) {
                    var scribbler = ListScribbler("a", seed: seed)
                    // Ends with the server.
                    guard let client = try? HTTPConnection(port: port) else { return }
                    while true {
                        do { written.max(try scribbler.write(client) ?? 0, ordering: .relaxed) } catch { return }
                    }
                }
            }
            for follower in followers { Thread.detachNewThread(in: group) { Self.follow(follower, port) } }
            usleep(UInt32(300_000 + random.next() % 700_000))
            try server.kill()
            group.wait()
        }
        let server = try ServerProcess(database: folder.database)
        let port = server.port
        let client = try HTTPConnection(port: port)
        let head = try #require(client.get("/lists/a").object["version"] as? Int)
        #expect(head > Self.rounds * 20, "seed \(seed)")
        var stored: [String: String] = [:]
        for (index, follower) in followers.enumerated() {
            let (events, failure) = follower.state.withLock { ($0.events, $0.failure) }
            #expect(failure == nil && !events.isEmpty, "follower \(index), seed \(seed)")
            #expect(events.map(\.id) == (1...max(1, events.count)).map(String.init), "follower \(index), seed \(seed)")
            for event in events {
                let version = try #require(Int(event.id))
                let text = try stored[event.id] ?? client.get("/lists/a/changes?since=\(version - 1)&to=\(version)").text
                stored[event.id] = text
                try #require(event.data == text, "follower \(index), version \(version), seed \(seed)")
            }
            // What is left of the history brings it to the head.
            let rest = try EventReader("/lists/a/events?since=\(events.count)", port: port)
            #expect(try rest.next(head - events.count).last?.id ?? "\(head)" == "\(head)", "seed \(seed)")
        }
        #expect(try server.stop() == 0)
    }

    /// Follows from where it was until the server goes.
    private static func follow(_ follower: Follower, _ port: UInt16) {
        let seen = follower.state.withLock { $0.events.last?.id ?? "0" }
        guard let stream = try? EventReader("/lists/a/events?since=0", ["Last-Event-ID": seen], port: port) else { return }
        while let event = try? stream.next() {
            follower.state.withLock { state in
                guard event.name == "change" else { return state.failure = "\(event.name) \(event.id)" }
                state.events.append((event.id, event.data))
            }
        }
    }
}
