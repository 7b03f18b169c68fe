import Foundation
import Ports
import TestSupport
import Testing

import ListAPI
import SQLiteStore
import Settings
@testable import sectional

@Suite("Event streams with every and max")
struct PacedStreamTests {
    private let folder: TestFolder
    private let server: TestServer
    private let client: HTTPConnection

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database) { $0.api.heartbeat = 0.2 }
        client = try server.connect()
    }

    private func put(_ list: String, _ values: ClosedRange<Int>) throws {
        for value in values {
            let reply = try client.send("PUT", "/lists/\(list)", body: "[[\(value)]]")
            try #require([200, 201].contains(reply.status), "\(reply.text)")
        }
    }

    private func reader(_ target: String, _ headers: [String: String] = [:]) throws -> EventReader {
        try EventReader(target, headers, port: server.port)
    }

    private func textCount() throws -> Int {
        try #require(try client.metric("sectional_event_texts_total"))
    }

    /// `change 1-5` for a change, `reset 5` and the like for others.
    private func step(_ event: EventReader.Event) throws -> String {
        guard event.name == "change" else { return "\(event.name) \(event.id)" }
        #expect(try event.id == "\(event.number("to"))")
        return "change \(try event.number("from"))-\(event.id)"
    }

    /// The next event, as ``step(_:)`` says it.
    private func nextStep(_ stream: EventReader) throws -> String { try step(try #require(try stream.next())) }

    @Test("every: at most one event in so many milliseconds, each from the reader's version to the newest, and the last one is not missed")
    func every() throws {
        try put("a", 1...5)
        let start = DispatchTime.now().uptimeNanoseconds
        let stream = try reader("/lists/a/events?since=0&every=300")
        var (version, count) = (0, 0)
        let event = try #require(try stream.next())
        try #expect(step(event) == "change 0-5")
        version = 5
        count = 1
        for round in 0..<6 {
            // All of these are within one interval, or in two where the machine is slow.
            try put("a", (version + 1)...(version + 15))
            let head = 5 + (round + 1) * 15
            while version < head {
                let event = try #require(try stream.next())
                #expect(try event.number("from") == version && event.number("to") > version)
                try #expect(event.data == client.get("/lists/a/changes?since=\(version)&to=\(event.id)").text)
                version = try event.number("to")
                count += 1
            }
        }
        // Events are sent after the start, so that this bound holds however late they are read.
        let passed = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
        #expect(count - 1 <= passed / 300 && count >= 7)
        server.stop()
        #expect(try stream.next() == nil)
    }

    @Test("a merged event is encoded once for all who need the same one, and versions that nobody is sent are not")
    func shared() throws {
        try put("a", 1...21)
        let before = try textCount()
        let streams = try (0..<60).map { try reader($0 % 3 == 0 ? "/events?lists=a,b&every=60000" : "/lists/a/events?since=1&every=60000") }
        for (index, stream) in streams.enumerated() where index % 3 != 0 {
            let event = try #require(try stream.next())
            try #expect(step(event) == "change 1-21")
        }
        try put("a", 22...22)
        for (index, stream) in streams.enumerated() where index % 3 == 0 {
            let event = try #require(try stream.next())
            #expect(try event.number("from") == 21 && event.number("to") == 22)
        }
        #expect(try textCount() == before + 2)
        try put("a", 23...40)
        for stream in streams { try stream.waitForComment() }
        #expect(try textCount() == before + 2)
        let late = try (0..<20).map { _ in try reader("/lists/a/events?every=1000", ["Last-Event-ID": "21"]) }
        for stream in late { try #expect(nextStep(stream) == "change 21-40") }
        #expect(try textCount() == before + 3)
    }

    @Test("every: resets, ends and lists made again come as on any stream, and Last-Event-ID resumes")
    func ends() throws {
        let other = try TestFolder()
        let short = try TestServer(database: other.database) {
            $0.store.retention.versions = 20; $0.store.retention.seconds = 0
        }
        let writer = try short.connect()
        for value in 1...40 { try writer.send("PUT", "/lists/a", body: "[[\(value)]]") }
        let stream = try EventReader("/lists/a/events?since=3&every=100", port: short.port)
        try writer.send("PUT", "/lists/a", body: "[[41]]")
        var steps = [try nextStep(stream)]
        while steps.last?.hasSuffix("41") == false { steps.append(try nextStep(stream)) }
        #expect([["reset 40", "change 40-41"], ["reset 41"]].contains(steps))
        let resumed = try EventReader("/lists/a/events?every=60000", ["Last-Event-ID": "30"], port: short.port)
        try #expect(nextStep(resumed) == "change 30-41")
        try writer.send("PUT", "/lists/a", body: "[[42]]")
        try writer.send("DELETE", "/lists/a")
        try writer.send("PUT", "/lists/a", body: "[[44]]")
        steps = []
        while let event = try stream.next() { steps.append(try step(event)) }
        #expect([["deleted 43"], ["change 41-42", "deleted 43"]].contains(steps))
        let next = try EventReader("/lists/a/events?every=100", ["Last-Event-ID": "43"], port: short.port)
        try #expect(nextStep(next) == "change 43-44")
        for parameter in ["every=99", "every=60001", "every=x", "every=", "max=0", "max=10001", "every=100&every=100"] {
            let name = String(parameter.prefix { $0 != "=" })
            try #expect(client.get("/events?lists=a&\(parameter)").outcome == "400 bad-parameter \(name)")
            try #expect(writer.get("/lists/a/events?\(parameter)").outcome == "400 bad-parameter \(name)")
        }
    }

    @Test("every: a list's interval holds no other list back; heartbeats go on, and a stop does not wait")
    func lists() throws {
        try put("a", 1...1)
        try put("b", 1...1)
        let stream = try reader("/events?lists=a,b,c&every=60000")
        try put("a", 2...2)
        let first = try #require(try stream.next())
        #expect(try first.object["list"] as? String == "a")
        try put("a", 3...9)
        try put("b", 2...2)
        let second = try #require(try stream.next())
        #expect(try second.object["list"] as? String == "b")
        for _ in 0..<3 { try stream.waitForComment() }
        let resumed = try reader("/events?lists=a,b,c&every=60000&since=\(second.id)")
        let third = try #require(try resumed.next())
        #expect(try third.object["list"] as? String == "a" && third.number("from") == 2 && third.number("to") == 9)
        server.stop()
        #expect(try stream.next() == nil)
    }

    @Test("max: events show what changes with that max shows, whichever maxima are followed beside each other")
    func max() throws {
        let items = { (range: Range<Int>) in "[[" + range.map { "\($0)" }.joined(separator: ",") + "]]" }
        try client.send("PUT", "/lists/a", body: items(0..<5))
        let limits = [1, 2, 10, 499, 500, 501, 10_000]
        let streams = try limits.map { try reader("/lists/a/events?max=\($0)") }
        for count in [6, 8, 3, 700, 701, 90, 1_300] { try client.send("PUT", "/lists/a", body: items(0..<count)) }
        try client.send("PATCH", "/lists/a", body: #"{"title":"T"}"#)
        try client.send("PATCH", "/lists/a", body: #"{"defaultType":"D"}"#)
        var reloads = 0
        for (limit, stream) in zip(limits, streams) {
            for event in try stream.next(9) {
                let changes = try client.get("/lists/a/changes?since=\(event.number("from"))&to=\(event.id)&max=\(limit)")
                #expect(event.data == changes.text, "\(limit)")
                if event.data.contains("\"reload\":true") { reloads += 1 }
            }
        }
        #expect((15...50).contains(reloads))
        // Seven maxima, nine versions: one text each for those up to 500, and others only where that one did not show all.
        #expect(try textCount() <= 9 + 2 * 5)
    }
}
