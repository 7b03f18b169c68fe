import Foundation
import Ports
import Testing
@testable import sectional

@Suite("Event streams")
struct EventStreamTests {
    private let folder: TestFolder
    private let server: TestServer
    private let client: HTTPConnection

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database) {
            $0.history.versions = 20; $0.history.seconds = 0
        }
        client = try server.connect()
    }

    private func put(_ list: String, _ value: Int) throws {
        let reply = try client.send("PUT", "/lists/\(list)", body: "[[\(value)]]")
        #expect([200, 201].contains(reply.status), "\(reply.text)")
    }

    private func reader(_ target: String, _ headers: [String: String] = [:]) throws -> EventReader {
        try EventReader(target, headers, port: server.port)
    }

    /// The numbers and names of events: `change 3`.
    private func names(_ events: [EventReader.Event]) -> [String] { events.map { "\($0.name) \($0.id)" } }

    @Test("begin with the next version, in the form that the contract gives")
    func form() throws {
        try put("a", 1)
        let stream = try reader("/lists/a/events")
        #expect(stream.head.status == 200)
        let expected = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"), ("List-Version", "1"),
            ("Vary", "Accept-Encoding, Accept-Cell-Types"),
        ]
        for (name, value) in expected { #expect(stream.head.header(name) == value, "\(name)") }
        #expect(stream.head.header("Content-Encoding") == nil && stream.head.header("Request-Id") != nil)
        try put("a", 2)
        let event = try #require(try stream.next())
        #expect(stream.retry == "2000")
        #expect(event.name == "change" && event.id == "2")
        #expect(try event.data == client.get("/lists/a/changes?since=1&to=2").text)
    }

    @Test("resume behind Last-Event-ID, else since, with nothing missing and nothing twice; also from nothing, and across a restart")
    func resume() throws {
        for value in 1...6 { try put("a", value) }
        #expect(names(try reader("/lists/a/events?since=0").next(6)) == (1...6).map { "change \($0)" })
        #expect(names(try reader("/lists/a/events?since=4").next(2)) == ["change 5", "change 6"])
        #expect(names(try reader("/lists/a/events?since=1", ["Last-Event-ID": "4"]).next(2)) == ["change 5", "change 6"])
        let stream = try reader("/lists/a/events?since=6")
        try put("a", 7)
        #expect(names(try stream.next(1)) == ["change 7"])
        server.stop()
        #expect(try stream.next() == nil)
        let again = try TestServer(database: folder.database) {
            $0.history.versions = 20; $0.history.seconds = 0
        }
        let resumed = try EventReader("/lists/a/events", ["Last-Event-ID": "5"], port: again.port)
        #expect(names(try resumed.next(2)) == ["change 6", "change 7"])
        #expect(try again.connect().send("PUT", "/lists/a", body: "[[8]]").status == 200)
        #expect(names(try resumed.next(1)) == ["change 8"])
    }

    @Test("reset a position that is older than the history, above the head, or no position, and go on behind the head")
    func reset() throws {
        for value in 1...40 { try put("a", value) }
        let positions: [(String, [String: String])] = [
            ("?since=0", [:]), ("?since=19", [:]), ("?since=41", [:]), ("?since=99999999999999999999", [:]), ("", ["Last-Event-ID": "7"]),
            ("?since=39", ["Last-Event-ID": "AQ-x"]),
        ]
        let streams = try positions.map { try reader("/lists/a/events" + $0.0, $0.1) }
        try put("a", 41)
        for (stream, position) in zip(streams, positions) {
            let events = try stream.next(2)
            #expect(names(events) == ["reset 40", "change 41"], "\(position)")
            #expect(events.first?.data == #"{"list":"a","version":40}"#)
        }
        // 22 is the oldest that can be read.
        #expect(names(try reader("/lists/a/events?since=22").next(1)) == ["change 23"])
        #expect(names(try reader("/lists/a/events?since=21").next(1)) == ["reset 41"])
    }

    @Test("say that the list was deleted and end; a list that is made again goes on behind that")
    func deletion() throws {
        try put("a", 1)
        let stream = try reader("/lists/a/events")
        try put("a", 2)
        #expect(try client.send("DELETE", "/lists/a").status == 204)
        let events = try stream.next(2)
        #expect(names(events) == ["change 2", "deleted 3"])
        #expect(events.last?.data == #"{"list":"a","version":3}"#)
        #expect(try stream.next() == nil)
        #expect(try client.get("/lists/a/events").status == 404)
        try put("a", 4)
        try put("a", 5)
        #expect(names(try reader("/lists/a/events", ["Last-Event-ID": "3"]).next(2)) == ["change 4", "change 5"])
        #expect(names(try reader("/lists/a/events", ["Last-Event-ID": "2"]).next(1)) == ["reset 5"])
        #expect(names(try reader("/lists/a/events?since=0").next(1)) == ["reset 5"])
        let first = try #require(try reader("/lists/a/events?since=3").next())
        #expect(try first.number("from") == 3 && first.number("to") == 4)
    }

    @Test("are refused where there is nothing to stream")
    func refusals() throws {
        try put("a", 1)
        #expect(try client.get("/lists/none/events").object["type"] as? String == "/problems/list-not-found")
        for target in ["/lists/a/events?since=x", "/lists/a/events?since=-1", "/lists/a/events?at=1"] {
            #expect(try client.get(target).object["type"] as? String == "/problems/bad-parameter", "\(target)")
        }
        #expect(try client.get("/lists/a/events", ["Accept": "application/json"]).status == 406)
        let head = try server.connect().send("HEAD", "/lists/a/events")
        #expect(head.status == 200 && head.header("Content-Type") == "text/event-stream")
        #expect(try server.connect().send("OPTIONS", "/lists/a/events").header("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test("of many lists carry a cursor that resumes all of them, and go on over ends and resets")
    func many() throws {
        try put("a", 1)
        let stream = try reader("/events?lists=a,b,c")
        try put("b", 1)
        try put("a", 2)
        #expect(try client.send("DELETE", "/lists/b").status == 204)
        try put("b", 3)
        let events = try stream.next(4)
        let seen = try events.map {
            "\($0.name) \(try $0.object["list"] as? String ?? "") \(try $0.object["to"] ?? $0.object["version"] ?? "")"
        }
        #expect(seen.filter { $0.hasSuffix("b 1") || $0.contains(" b ") } == ["change b 1", "deleted b 2", "change b 3"])
        #expect(seen.filter { $0.contains(" a ") } == ["change a 2"])
        let middle = try #require(events.first { $0.name == "deleted" }).id
        #expect(middle.utf8.allSatisfy { Self.safe.contains($0) })
        let rest = Array(events.drop { $0.name != "deleted" }.dropFirst())
        try put("c", 1)
        for resumed in [try reader("/events?lists=a,b,c&since=\(middle)"), try reader("/events?lists=c,b,a", ["Last-Event-ID": middle])] {
            let again = try resumed.next(rest.count + 1)
            #expect(Set(again.map(\.data)) == Set(rest.map(\.data) + [try client.get("/lists/c/changes?since=0&to=1").text]))
        }
        // A list that the cursor does not know begins with its next version.
        try put("d", 1)
        let wider = try reader("/events?lists=d,c&since=\(try #require(events.last).id)")
        try put("d", 2)
        #expect(
            Set(try wider.next(2).map { "\(try $0.object["list"] as? String ?? "") \($0.name) \(try $0.number("to"))" }) == [
                "c change 1", "d change 2",
            ])
        for _ in 0..<40 { try put("a", Int.random(in: 0 ... .max)) }
        let late = try reader("/events?lists=a&since=\(try #require(events.last).id)")
        #expect(try late.next(1).map { "\($0.name) \(try $0.number("version"))" } == ["reset 42"])
        for target in ["/events", "/events?lists=", "/events?lists=a,,b", "/events?lists=a&since=5", "/events?lists=a&since=\(middle)A"] {
            #expect(try client.get(target).object["type"] as? String == "/problems/bad-parameter", "\(target)")
        }
        let many = (0..<51).map { "l\($0)" }.joined(separator: ",")
        #expect(try client.get("/events?lists=\(many)").status == 400)
    }

    /// The characters that stand in a query and in a header as they are.
    private static let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
