import Foundation
import TestSupport
import Testing

import MicroHTTPServer
import Settings
@testable import sectional

@Suite("Uploads over a real connection")
struct UploadSocketTests {
    private static let type = "Content-Type: application/x-ndjson\r\n"

    private func head(_ list: String, _ framing: String) -> String {
        "PUT /lists/\(list) HTTP/1.1\r\nHost: localhost\r\n\(Self.type)\(framing)\r\n\r\n"
    }

    private func item(_ number: Int) -> String { "{\"item\":{\"id\":\"i\(number)\",\"value\":{\"n\":\(number)}}}\n" }

    @Test("an upload past the limit on bodies is one version, by its length and in chunks; its export makes no other")
    func long() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.bodyLimit = 1_000 }
        let items = (0..<20_000).map(item)
        let text = "{\"list\":{\"title\":\"Long\"}}\n{\"section\":{\"id\":\"s\"}}\n" + items.joined()
        let connection = try server.connect()
        let made = try connection.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: text)
        #expect(made.status == 201 && made.header("ETag") == "\"v1\"" && made.header("Connection") == nil)
        #expect(try made.object["itemCount"] as? Int == 20_000)

        let chunked = try server.connect()
        try chunked.write(head("l", "Transfer-Encoding: chunked"))
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 9_973) {
            let piece = bytes[start..<min(start + 9_973, bytes.count)]
            try chunked.write("\(String(piece.count, radix: 16))\r\n\(String(decoding: piece, as: UTF8.self))\r\n")
        }
        try chunked.write("0\r\n\r\n")
        let same = try chunked.readReply()
        #expect(same.status == 200 && same.header("ETag") == "\"v1\"")
        #expect(try connection.get("/lists/l/items/19999").status == 400)
        #expect(try connection.get("/lists/l/items/0-19999").object["id"] as? String == "i19999")
        #expect(try connection.send("PUT", "/lists/l", body: "[\"\(String(repeating: "x", count: 1_000))\"]").status == 413)
        server.stop()
    }

    @Test("a slow upload beside other requests, and two at once to one list, are each a version of their own")
    func beside() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.threads = 1 }
        let (first, second, other) = (try server.connect(), try server.connect(), try server.connect())
        let lines = (0..<40).map(item)
        let length = lines.joined().utf8.count
        try first.write(head("l", "Content-Length: \(length)"))
        try second.write(head("l", "Content-Length: \(length)"))
        for (number, line) in lines.enumerated() {
            try first.write(line)
            try second.write(lines[lines.count - 1 - number])
            #expect(try other.get("/lists/l").status == 404)
            #expect(try other.send("PUT", "/lists/m", body: "[\(number)]").header("ETag") == "\"v\(number + 1)\"")
        }
        let replies = [try first.readReply(), try second.readReply()]
        #expect(Set(replies.map(\.status)) == [201, 200])
        #expect(Set(replies.compactMap { $0.header("List-Version") }) == ["1", "2"])
        #expect(try other.get("/lists/l").object["itemCount"] as? Int == 40)
        server.stop()
    }

    @Test("a client that leaves half-way changes nothing", arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    func disconnects(framing: String) throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try connection.send("PUT", "/lists/l", body: "[1]")
        for _ in 0..<10 {
            let leaving = try server.connect()
            try leaving.write(head("l", framing))
            let line = item(1)
            try leaving.write(framing.hasPrefix("T") ? "\(String(line.utf8.count, radix: 16))\r\n\(line)\r\n" : line)
        }
        #expect(try connection.send("PATCH", "/lists/l", body: #"{"title":"T"}"#).header("ETag") == "\"v2\"")
        #expect(try connection.get("/lists/l").object["itemCount"] as? Int == 1)
        // Waits for what runs: nothing does.
        server.stop()
    }

    @Test("a line that is refused half-way is answered at once, with its number, and the connection ends")
    func refusedMidway() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let other = try server.connect()
        try other.send("PUT", "/lists/l", body: "[1]")
        let lines = (0..<1_000).map(item).joined()
        let tooLong = "{\"item\":{\"value\":\"" + String(repeating: "x", count: (256 + 64) << 10)
        for (bad, status, slug) in [("{\"item\":}\n", 400, "malformed-json"), (tooLong, 413, "too-large")] {
            let connection = try server.connect()
            try connection.write(head("l", "Content-Length: 100000000"))
            try connection.write(lines + "\n" + bad)
            let reply = try connection.readReply()
            #expect(reply.status == status && reply.header("Connection") == "close" && reply.header("Request-Id") != nil)
            #expect(reply.header("Content-Type") == "application/problem+json" && reply.header("Cache-Control") == "no-store")
            #expect(try reply.object["type"] as? String == "/problems/\(slug)")
            let errors = try reply.object["errors"] as? [[String: Any]]
            #expect(errors?.first?["line"] as? Int == 1_002)
            #expect(throws: TestFailure.self) { try connection.readReply() }
        }
        #expect(try other.get("/lists/l").header("ETag") == "\"v1\"")
        server.stop()
    }

    @Test("what is wrong with the meaning of a line is reported when all is there, and the connection goes on")
    func refusedAtTheEnd() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        let repeated = (0..<1_000).map(item).joined() + item(7)
        for (text, line) in [(item(1) + "{\"item\":5}\n" + item(2), 2), (repeated, 1_001)] {
            let reply = try connection.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: text)
            #expect(reply.status == 422 && reply.header("Connection") == nil)
            let errors = try reply.object["errors"] as? [[String: Any]]
            #expect(errors?.first?["line"] as? Int == line)
            #expect(try connection.get("/lists/l").status == 404)
        }
        server.stop()
    }

    @Test("headers that are wrong are reported before the body, which is then not asked for")
    func early() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        for (target, more, status) in [
            ("l", "If-Match: x\r\n", 400), ("l?x=1", "", 400), ("l", "Content-Encoding: gzip\r\n", 415), ("-", "", 400),
        ] {
            let connection = try server.connect()
            try connection.write(head(target, "\(more)Expect: 100-continue\r\nContent-Length: 100000000"))
            let reply = try connection.readReply()
            #expect(reply.status == status && reply.header("Connection") == "close", "\(target) \(more)")
        }
        let connection = try server.connect()
        try connection.write(head("l", "Expect: 100-continue\r\nContent-Length: \(item(1).utf8.count)"))
        #expect(try connection.readReply().status == 100)
        try connection.write(item(1))
        #expect(try connection.readReply().status == 201)
        server.stop()
    }

    @Test("an idempotency key is taken while its upload comes, and free again when the client leaves")
    func keyed() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let key = ["Content-Type": "application/x-ndjson", "Idempotency-Key": "k"]
        var first: HTTPConnection? = try server.connect()
        try first?.write(head("l", "Idempotency-Key: k\r\nExpect: 100-continue\r\nContent-Length: 1000"))
        #expect(try first?.readReply().status == 100)
        let other = try server.connect()
        #expect(try other.send("PUT", "/lists/l", key, body: item(1)).status == 409)
        first = nil
        var status = 409
        try eventually("the key's release") {
            status = try server.connect().send("PUT", "/lists/l", key, body: item(1)).status
            return status != 409
        }
        #expect(status == 201)
        server.stop()
    }
}
