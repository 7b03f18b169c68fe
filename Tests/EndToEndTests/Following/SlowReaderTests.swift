import Foundation
import Ports
import TestSupport
import Testing

@testable import sectional

@Suite("Slow readers of events")
struct SlowReaderTests {
    @Test("are cut when they take nothing any more, cost no more than what is being sent, and can resume without a gap")
    func cut() throws {
        let server = try ServerProcess(environment: ["SECTIONAL_EVENTS_HEARTBEAT": "0.2", "SECTIONAL_SERVER_TIMEOUT": "2"])
        let client = try server.connect()
        func put(_ value: Int) throws {
            let long = String(repeating: "x", count: 240_000)
            #expect([200, 201].contains(try client.send("PUT", "/lists/a", body: "[[\"\(value)\(long)\"]]").status))
        }
        try put(0)
        let readers = try (0..<10).map { _ in try EventReader("/lists/a/events", port: server.port) }
        try eventually("ten follow") { try client.get("/metrics").text.contains("\nsectional_followers 10\n") }
        for value in 1...99 { try put(value) }
        // What each could have been sent is 24 MB; what waits for one is a part of an event.
        #expect(try server.memory() < 150_000)
        try eventually("all are cut") { try client.get("/metrics").text.contains("\nsectional_followers 0\n") }
        for reader in readers {
            var seen = 1
            do {
                while let event = try reader.next() {
                    #expect(event.id == "\(seen + 1)")
                    seen += 1
                }
                Issue.record("the stream came to an end by itself")
            } catch is TestFailure {
                #expect(seen < 100)
            }
            let resumed = try EventReader("/lists/a/events", ["Last-Event-ID": "\(seen)"], port: server.port)
            #expect(try resumed.next(2).map(\.id) == ["\(seen + 1)", "\(seen + 2)"])
        }
        #expect(try server.stop() == 0)
    }
}
