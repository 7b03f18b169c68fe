import Foundation
import TestSupport
import Testing

import SQLiteStore
import Settings
@testable import sectional

@Suite("What has changed")
struct ChangesTests {
    private let folder: TestFolder
    private let server: TestServer
    private let client: HTTPConnection

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database) {
            $0.store.retention.versions = 20; $0.store.retention.seconds = 0
        }
        client = try server.connect()
    }

    private func put(_ body: String) throws {
        let reply = try client.send("PUT", "/lists/a", body: body)
        #expect([200, 201].contains(reply.status), "\(reply.text)")
    }

    @Test("between two versions is kept by caches, and to the head is not")
    func headers() throws {
        try put("[[1,2]]")
        try put("[[1,3]]")
        let pinned = try client.get("/lists/a/changes?since=1&to=2")
        #expect(pinned.status == 200 && pinned.header("ETag") == "\"v2\"" && pinned.header("List-Version") == "2")
        #expect(pinned.header("Cache-Control") == "max-age=31536000, immutable")
        #expect(pinned.header("Vary") == "Accept-Encoding, Accept-Cell-Types")
        #expect(try client.get("/lists/a/changes?since=1&to=2", ["If-None-Match": "\"v2\""]).status == 304)
        let open = try client.get("/lists/a/changes?since=1")
        #expect(open.text == pinned.text && open.header("Cache-Control") == "no-store" && open.header("ETag") == "\"v2\"")
        try put("[[1,4]]")
        #expect(try client.get("/lists/a/changes?since=1&to=2").text == pinned.text)
        #expect(try client.get("/lists/a/changes?since=1").object["to"] as? Int == 3)
        let same = try client.get("/lists/a/changes?since=3")
        #expect(same.text == #"{"list":"a","from":3,"to":3,"reload":false,"properties":null,"stages":[]}"#)
        #expect(try client.get("/lists/a/changes?since=0&to=1").object["from"] as? Int == 0)
    }

    @Test("says to load the list again beyond max operations, beyond 1 MiB, and where the default type differs")
    func reload() throws {
        try put("[[1,2,3]]")
        try put("[[4,5,6]]")
        #expect(try client.get("/lists/a/changes?since=1&max=2").object["reload"] as? Bool == true)
        #expect(try client.get("/lists/a/changes?since=1&max=2").object["properties"] is NSNull)
        #expect(try client.get("/lists/a/changes?since=1&max=6").object["reload"] as? Bool == false)
        let long = "\"" + String(repeating: "x", count: 250_000) + "\""
        let many = (0..<5).map { _ in long }.joined(separator: ",")
        try put("[[\(many)]]")
        let large = try client.get("/lists/a/changes?since=2").object
        #expect(large["reload"] as? Bool == true && (large["stages"] as? [Any])?.isEmpty == true)
        #expect(try client.send("PATCH", "/lists/a", body: #"{"defaultType":"DemoModel"}"#).status == 200)
        let retyped = try client.get("/lists/a/changes?since=3").object
        #expect(retyped["reload"] as? Bool == true && (retyped["properties"] as? [String: Any])?["defaultType"] as? String == "DemoModel")
        #expect(try client.send("PATCH", "/lists/a", body: #"{"metadata":{"k":1}}"#).status == 200)
        let described = try client.get("/lists/a/changes?since=4").object
        #expect(described["reload"] as? Bool == false && (described["stages"] as? [Any])?.isEmpty == true)
        #expect((described["properties"] as? [String: Any])?["version"] as? Int == 5)
    }

    @Test("is refused for a version that is not there, in words that say why")
    func refusals() throws {
        for value in 1...30 { try put("[[\(value)]]") }
        let bad = [
            "", "?since=x", "?since=-1", "?since=1&max=0", "?since=1&max=10001", "?since=1&wait=61", "?since=3&to=2", "?since=1&to=0",
        ]
        for query in bad {
            let reply = try client.get("/lists/a/changes\(query)")
            #expect(try reply.status == 400 && reply.object["type"] as? String == "/problems/bad-parameter", "\(query): \(reply.text)")
        }
        for (query, status, slug) in [
            ("since=5", 410, "version-gone"), ("since=0", 410, "version-gone"), ("since=31", 404, "version-not-found"),
            ("since=29&to=31", 404, "version-not-found"), ("since=3&to=4", 410, "version-gone"),
        ] {
            let reply = try client.get("/lists/a/changes?\(query)")
            #expect(try reply.status == status && reply.object["type"] as? String == "/problems/\(slug)", "\(query): \(reply.text)")
        }
        #expect(try client.get("/lists/none/changes?since=0").status == 404)
        #expect(try client.send("DELETE", "/lists/a").status == 204)
        for (since, status) in [(0, 410), (30, 410), (31, 410), (32, 404)] {
            #expect(try client.get("/lists/a/changes?since=\(since)").status == status, "\(since)")
        }
        try put("[[1]]")
        #expect(try client.get("/lists/a/changes?since=31").object["from"] as? Int == 31)
        #expect(try client.get("/lists/a/changes?since=30").status == 410)
        #expect(try client.get("/lists/a/changes?since=0").status == 410)
    }

    @Test("is waited for until there is something newer, the list is deleted, the time is up, or the server stops")
    func wait() throws {
        try put("[[1]]")
        let up = try client.get("/lists/a/changes?since=1&wait=1")
        #expect(try up.status == 200 && up.object["to"] as? Int == 1)
        func waiting(_ query: String) throws -> HTTPConnection {
            let connection = try server.connect()
            try connection.write("GET /lists/a/changes?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return connection
        }
        let first = try (0..<20).map { _ in try waiting("since=1&wait=60") }
        try put("[[2]]")
        for connection in first { #expect(try connection.readReply().object["to"] as? Int == 2) }
        #expect(try client.get("/lists/a/changes?since=1&wait=60").object["to"] as? Int == 2)
        let second = try waiting("since=2&wait=60")
        #expect(try client.send("DELETE", "/lists/a").status == 204)
        #expect(try second.readReply().status == 410)
        try put("[[3]]")
        let third = try waiting("since=4&wait=60")
        try eventually("the request waits") { try client.get("/metrics").text.contains("\nsectional_followers 1\n") }
        server.stop()
        #expect(try third.readReply().object["to"] as? Int == 4)
    }
}
