import Foundation
import TestSupport
import Testing

@Suite("Many followers")
struct ManyStreamsTests {
    private let server: ServerProcess
    private let port: UInt16
    private let client: HTTPConnection

    init() throws {
        server = try ServerProcess()
        port = server.port
        client = try server.connect()
    }

    private func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.run.identifier)/task").count
    }

    private func put(_ value: Int) throws {
        #expect([200, 201].contains(try client.send("PUT", "/lists/a", body: "[[\(value)]]").status))
    }

    @Test("a thousand streams all get every event, which is encoded once, and cost no thread")
    func streams() throws {
        try put(0)
        let first = try EventReader("/lists/a/events", port: port)
        let threads = try threads()
        let streams = try (0..<999).map { _ in try EventReader("/lists/a/events", port: port) }
        try eventually("a thousand followers") { try client.metric("sectional_followers") == 1_000 }
        for value in 1...5 { try put(value) }
        let expected = try (1...5).map { try client.get("/lists/a/changes?since=\($0)&to=\($0 + 1)").text }
        for stream in [first] + streams { #expect(try stream.next(5).map(\.data) == expected) }
        #expect(try client.metric("sectional_event_texts_total") == 5)
        // A thread of another kind, which the system ends by itself, may be there for a while.
        try eventually("the end of other threads") { try self.threads() <= threads }
        let late = try (0..<20).map { _ in try EventReader("/lists/a/events?since=1", port: port) }
        for stream in late { #expect(try stream.next(5).map(\.data) == expected) }
        #expect(try client.metric("sectional_event_texts_total") == 5)
    }

    @Test("three hundred requests that wait for changes are answered by one write, and cost no thread")
    func waiters() throws {
        try put(0)
        let first = try HTTPConnection(port: port)
        let request = "GET /lists/a/changes?since=1&wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try first.write(request)
        try eventually("the first waits") { try client.metric("sectional_followers") == 1 }
        let threads = try threads()
        let others = try (0..<299).map { _ in try HTTPConnection(port: port) }
        for connection in others { try connection.write(request) }
        try eventually("all wait") { try client.metric("sectional_followers") == 300 }
        try eventually("the end of other threads") { try self.threads() <= threads }
        try put(1)
        for connection in [first] + others { #expect(try connection.readReply().object["to"] as? Int == 2) }
        try eventually("nobody waits any more") { try client.metric("sectional_followers") == 0 }
    }

    @Test("those that have gone are noticed by their heartbeats")
    func vanished() throws {
        let server = try ServerProcess(environment: ["SECTIONAL_EVENTS_HEARTBEAT": "0.2"])
        let client = try server.connect()
        #expect(try client.send("PUT", "/lists/a", body: "[[1]]").status == 201)
        let staying = try EventReader("/lists/a/events", port: server.port)
        for target in ["/lists/a/events", "/events?lists=a,b"] {
            for _ in 0..<20 { _ = try EventReader(target, port: server.port) }
        }
        for _ in 0..<3 { try staying.waitForComment() }
        try eventually("forty streams end") { try client.get("/metrics").text.contains("\nsectional_followers 1\n") }
        #expect(try client.send("PUT", "/lists/a", body: "[[2]]").status == 200)
        #expect(try staying.next(1).map(\.id) == ["2"])
        #expect(try server.stop() == 0)
        #expect(try staying.next() == nil)
    }
}
