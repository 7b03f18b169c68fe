import Foundation
import TestSupport
import Testing

import HTTPServing
import ListAPI
import MicroHTTPServer
import SQLiteStore
import Settings
@testable import sectional

@Suite("The answers to writes")
struct WriteAnswerTests {
    private static let budget = 32 << 20
    /// A value that a quarter of the budget has room for a few dozen of.
    private static let long = "\"\(String(repeating: "x", count: 200_000))\""
    private static let moves = (0..<30).map { "{\"op\":\"moveItem\",\"item\":\"\(0)-\($0)\",\"to\":[0,\(29 - $0)]}" }.joined(separator: ",")
    private static let batch = "{\"operations\":[\(moves)]}"

    private static func putBig(_ connection: HTTPConnection) throws {
        // In lines, since a document of that size is more than one sender may hold.
        let lines = String(repeating: "{\"item\":{\"value\":\(long)}}\n", count: 30)
        #expect(try connection.send("PUT", "/lists/big", ["Content-Type": "application/x-ndjson"], body: lines).status == 201)
    }

    @Test("that nobody reads keep the process below twice the budget and 128 MiB; those that found no room have changed nothing")
    func unread() throws {
        let server = try ServerProcess(environment: ["SECTIONAL_SERVER_MEMORY": "\(Self.budget)"])
        let port = server.port
        try Self.putBig(HTTPConnection(port: port))
        var held: [HTTPConnection] = []
        for number in 0..<40 {
            let connection = try HTTPConnection(port: port, from: 0x7F00_0002 + UInt32(number % 8), receiveBuffer: 4_096)
            try connection.write(
                "POST /lists/big/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(Self.batch.utf8.count)\r\n\r\n\(Self.batch)")
            held.append(connection)
        }
        // All of them are decided once each has the beginning of an answer.
        for connection in held { try connection.waitForBytes() }
        let kept = try server.metric("sectional_memory_bytes") ?? 0
        #expect(kept > 0 && kept <= Self.budget)
        let highest = try server.memory("VmHWM") << 10
        #expect(highest < 2 * Self.budget + 128 << 20, "\(highest >> 20) MiB")
        let version = try HTTPConnection(port: port).get("/lists/big").object["version"] as? Int
        let replies = try held.map { try $0.readReply() }
        let done = replies.filter { $0.status == 200 }
        #expect(version == 1 + done.count && !done.isEmpty && done.count < held.count)
        #expect(done.allSatisfy { $0.body.count > 6_000_000 })
        #expect(replies.allSatisfy { $0.status == 200 || $0.status == 503 && $0.header("Retry-After") != nil })
        held = []
        try eventually("an unused budget") { try server.metric("sectional_memory_bytes") == 0 }
        #expect(try server.stop() == 0)
    }

    @Test("of one kind each: what finds no room is 503, and neither a version nor an interaction is made")
    func eachKind() throws {
        let folder = try TestFolder()
        let memory = MemoryBudget(limit: 2 << 20)
        let server = try TestServer(database: folder.database) { $0.server.memory = memory }
        let connection = try server.connect()
        let lines = "{\"item\":{\"id\":\"a\",\"value\":\(Self.long)}}\n{\"item\":{\"id\":\"b\",\"value\":1}}\n"
        #expect(try connection.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: lines).status == 201)
        let requests = [
            ("POST", "/lists/l/items/@a/move", "{\"to\":[0,1]}", 200),
            ("POST", "/lists/l/items/@a/select", "{}", 202),
            ("POST", "/lists/l/batch", "{\"operations\":[{\"op\":\"moveItem\",\"item\":\"@a\",\"to\":[0,0]}]}", 200),
            ("PATCH", "/lists/l/items/@a", "1", 412),
        ]
        // An unfinished body takes most of the sender's share.
        var unfinished: HTTPConnection? = try server.connect()
        let blanks = String(repeating: " ", count: 449_000)
        try unfinished?.write("PUT /lists/n HTTP/1.1\r\nHost: localhost\r\nContent-Length: 450000\r\n\r\n\(blanks)")
        try eventually("a body in memory") { try connection.metric("sectional_memory_bytes") ?? 0 > 400_000 }
        for (method, path, body, _) in requests {
            let reply = try connection.send(method, path, ["If-Match": method == "PATCH" ? "\"r9@a\"" : "*"], body: body)
            #expect(reply.status == 503 && reply.header("Retry-After") != nil, "\(method) \(path) \(reply.status)")
        }
        #expect(try connection.get("/lists/l").object["version"] as? Int == 1)
        #expect(try connection.get("/lists/l/interactions").text.contains("\"interactions\":[]"))
        // Another sender has a share of its own.
        let other = try HTTPConnection(port: server.port, from: 0x7F00_0002)
        #expect(try other.send("POST", "/lists/l/items/@a/select", body: "{}").status == 202)
        unfinished = nil
        try eventually("room") { try connection.metric("sectional_memory_bytes") == 0 }
        for (method, path, body, status) in requests {
            let reply = try connection.send(method, path, ["If-Match": method == "PATCH" ? "\"r9@a\"" : "*"], body: body)
            #expect(reply.status == status && reply.body.count > 200_000, "\(method) \(path) \(reply.status)")
        }
        try eventually("no memory in use") { try connection.metric("sectional_memory_bytes") == 0 }
        server.stop()
    }

    @Test("with a long body keep status and headers for their key; repeated they come without a body, and nothing is done twice")
    func keyed() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try Self.putBig(connection)
        for (path, body, key) in [
            ("/lists/big/batch", Self.batch, "batch"), ("/lists/big/items/0-3/move", "{\"to\":[0,9]}", "move"),
            ("/lists/big/sections/0/items", "{\"item\":{\"id\":\"new\",\"value\":\(Self.long)}}", "insertion"),
            ("/lists/big/items/0-3/select", "{}", "selection"),
        ] {
            let first = try connection.send("POST", path, ["Idempotency-Key": key], body: body)
            #expect((200..<300).contains(first.status) && first.body.count > 64 << 10, "\(first.text.prefix(200))")
            let again = try connection.send("POST", path, ["Idempotency-Key": key], body: body)
            #expect(again.status == first.status && again.body.isEmpty && again.header("Idempotency-Replayed") == "true")
            #expect(again.header("Preference-Applied") == "return=minimal" && first.header("Preference-Applied") == nil)
            for name in ["ETag", "List-Version", "Location", "Content-Location"] { #expect(again.header(name) == first.header(name)) }
        }
        let short = ["Idempotency-Key": "short", "Prefer": "return=representation"]
        let first = try connection.send("POST", "/lists/big/sections/0/items", short, body: #"{"item":{"value":1}}"#)
        let again = try connection.send("POST", "/lists/big/sections/0/items", short, body: #"{"item":{"value":1}}"#)
        #expect(again.body == first.body && again.header("Preference-Applied") == "return=representation")
        server.stop()
    }

    /// A section that an answer shows with some 48 KB.
    private static let section: String = {
        let text = "\"\(String(repeating: "x", count: 15_000))\""
        return "{\"id\":\"s\",\"header\":\(text),\"footer\":\(text),\"metadata\":{\"a\":\(text)}}"
    }()

    /// A body that takes all of its sender's share of 2 MiB, and does not end.
    private static func fill(_ server: TestServer) throws -> HTTPConnection {
        let unfinished = try server.connect()
        let blanks = String(repeating: " ", count: 520_000)
        try unfinished.write("PUT /lists/n HTTP/1.1\r\nHost: localhost\r\nContent-Length: 522000\r\n\r\n\(blanks)")
        let other = try HTTPConnection(port: server.port, from: 0x7F00_0002)
        try eventually("a body in memory") { try other.metric("sectional_memory_bytes") ?? 0 > 510_000 }
        return unfinished
    }

    @Test("that are given again count as well: what finds no room is 503, however often, and is given later")
    func replayed() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.memory = MemoryBudget(limit: 2 << 20) }
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/lists/l", body: "{\"sections\":[\(Self.section),{}]}").status == 201)
        let key = ["Idempotency-Key": "k"]
        let first = try connection.send("POST", "/lists/l/sections/@s/move", key, body: "{\"index\":1}")
        #expect(first.status == 200 && first.body.count > 45_000)
        var unfinished: HTTPConnection? = try Self.fill(server)
        for _ in 0..<40 {
            let reply = try connection.send("POST", "/lists/l/sections/@s/move", key, body: "{\"index\":1}")
            #expect(reply.status == 503 && reply.header("Retry-After") != nil)
        }
        let other = try HTTPConnection(port: server.port, from: 0x7F00_0002)
        #expect(try other.metric("sectional_memory_bytes") ?? .max <= 512 << 10)
        withExtendedLifetime(unfinished) {}
        unfinished = nil
        try eventually("room") { try connection.metric("sectional_memory_bytes") == 0 }
        let again = try connection.send("POST", "/lists/l/sections/@s/move", key, body: "{\"index\":1}")
        #expect(again.status == 200 && again.body == first.body && again.header("Idempotency-Replayed") == "true")
        #expect(try connection.get("/lists/l").object["version"] as? Int == 2)
        server.stop()
    }

    @Test("of lists and webhooks count before anything is written")
    func counted() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) {
            $0.server.memory = MemoryBudget(limit: 2 << 20)
            $0.allowedAddresses = .cidr("127.0.0.0/8")
        }
        let connection = try server.connect()
        let text = "\"\(String(repeating: "x", count: 16_000))\""
        let list = "{\"title\":\"\(String(repeating: "t", count: 1_000))\",\"metadata\":{\"a\":\(text)},\"sections\":[]}"
        #expect(try connection.send("PUT", "/lists/l", body: list).status == 201)
        let patterns = (100..<300).map { "\"l\($0)\(String(repeating: "-", count: 100))\"" }.joined(separator: ",")
        let made = try connection.send("POST", "/webhooks", body: "{\"url\":\"http://127.0.0.1:1/\",\"lists\":[\(patterns)]}")
        let hook = try #require(made.object["id"] as? String, "\(made.text)")
        // Bodies of less than 16 KiB count for nothing, and their answers are longer.
        let requests = [
            ("PATCH", "/lists/l", "{\"title\":\"\(String(repeating: "u", count: 1_000))\"}", 200),
            ("PATCH", "/webhooks/\(hook)", "{\"description\":\"changed\"}", 200),
        ]
        let before = try requests.map { try connection.get($0.1).text }
        var unfinished: HTTPConnection? = try Self.fill(server)
        for (method, path, body, _) in requests {
            let reply = try connection.send(method, path, body: body)
            #expect(reply.status == 503 && reply.header("Retry-After") != nil, "\(path) \(reply.status)")
        }
        withExtendedLifetime(unfinished) {}
        unfinished = nil
        try eventually("room") { try connection.metric("sectional_memory_bytes") == 0 }
        #expect(try requests.map { try connection.get($0.1).text } == before)
        for (method, path, body, status) in requests {
            let reply = try connection.send(method, path, body: body)
            #expect(reply.status == status && reply.body.count > 16 << 10, "\(path) \(reply.status) \(reply.body.count)")
        }
        try eventually("no memory in use") { try connection.metric("sectional_memory_bytes") == 0 }
        server.stop()
    }
}
