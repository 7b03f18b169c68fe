import Dispatch
import Foundation
import Synchronization
import Testing

import Ports
import Settings
import Lists
import SQLiteStore
@testable import sectional

@Suite("Idempotency keys over the wire")
struct IdempotencyTests {
    private static let key = ["Idempotency-Key": "k"]
    private static let item = #"{"item":{"value":"once"}}"#
    private static let items = "/lists/l/sections/0/items"

    @Test("of requests that come at the same time with one key one is done, and the others are refused or get its answer")
    func concurrent() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        try server.connect().send("PUT", "/lists/l", body: "[[]]")
        for round in 1...5 {
            let replies = Mutex<[HTTPReply]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let reply = try? server.connect().send("POST", Self.items, ["Idempotency-Key": "k\(round)"], body: Self.item)
                replies.withLock { $0 += reply.map { [$0] } ?? [] }
            }
            let all = replies.withLock { $0 }
            let made = all.filter { $0.status == 201 }
            #expect(all.count == 8 && made.filter { $0.header("Idempotency-Replayed") == nil }.count == 1)
            #expect(Set(made.map(\.text)).count == 1 && Set(made.compactMap { $0.header("Location") }).count == 1)
            for reply in all where reply.status != 201 {
                #expect(try reply.status == 409 && reply.object["type"] as? String == "/problems/request-in-progress", "\(reply.text)")
            }
            let list = try server.connect().get("/lists/l").object
            #expect(list["itemCount"] as? Int == round && list["version"] as? Int == round + 1)
        }
        server.stop()
    }

    @Test("an answer is given again with another Request-Id, after a restart too; another request under its key is refused")
    func restart() throws {
        let folder = try TestFolder()
        var server = try TestServer(database: folder.database)
        try server.connect().send("PUT", "/lists/l", body: "[[]]")
        #expect(try server.connect().send("POST", Self.items, Self.key, body: #"{"item":{"value":1},"index":7}"#).status == 422)
        let first = try server.connect().send("POST", Self.items, Self.key, body: Self.item)
        #expect(first.status == 201 && first.header("Idempotency-Replayed") == nil)
        for isAfterRestart in [false, true] {
            if isAfterRestart {
                server.stop()
                server = try TestServer(database: folder.database)
            }
            let again = try server.connect().send("POST", Self.items, Self.key, body: Self.item)
            #expect(again.status == 201 && again.body == first.body && again.header("Idempotency-Replayed") == "true")
            for name in ["ETag", "List-Version", "Location", "Content-Type"] {
                #expect(again.header(name) == first.header(name) && again.header(name) != nil, "\(name)")
            }
            #expect(again.header("Request-Id") != first.header("Request-Id"))
            let reused = try server.connect().send("POST", Self.items, Self.key, body: #"{"item":{"value":"twice"}}"#)
            #expect(try reused.status == 422 && reused.object["type"] as? String == "/problems/idempotency-key-reused")
            #expect(try server.connect().get("/lists/l").object["version"] as? Int == 2)
        }
        server.stop()
    }

    @Test("a key that is none is refused with a problem that names the header", arguments: ["", "a b", "\u{E9}", "\"a\", \"b\""])
    func malformed(key: String) throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let refused = try server.connect().send("PUT", "/lists/l", ["Idempotency-Key": key], body: "[]")
        #expect(try refused.status == 400 && refused.object["type"] as? String == "/problems/malformed-request", "\(refused.text)")
        #expect(refused.text.contains(#""parameter":"Idempotency-Key""#))
        #expect(try server.connect().get("/lists/l", ["Idempotency-Key": key]).status == 404)
        server.stop()
    }

    @Test("a client that hangs up leaves neither the write undone nor its key in use")
    func hangsUp() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        try server.connect().send("PUT", "/lists/l", body: "[[]]")
        for round in 1...20 {
            let key = "hang-\(round)"
            // The connection closes as soon as the request is sent.
            try HTTPConnection(port: server.port).write(
                "POST \(Self.items) HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \(key)\r\nContent-Length: \(Self.item.utf8.count)\r\n\r\n"
                    + Self.item)
            let reply = try Self.answered(server, key)
            #expect(reply.status == 201, "\(reply.text)")
            #expect(try server.connect().get("/lists/l").object["itemCount"] as? Int == round)
        }
        server.stop()
    }

    @Test("the settings say how long answers stay, and how many bytes they take")
    func settings() throws {
        let folder = try TestFolder()
        for (seconds, bytes) in [(0, 1 << 20), (86_400, 0)] {
            let server = try TestServer(database: folder.database) { settings in
                settings.store.storedResponses.seconds = Int64(seconds)
                settings.store.storedResponses.bytes = Int64(bytes)
            }
            for _ in 0..<2 {
                let reply = try server.connect().send("PUT", "/lists/l", Self.key, body: "[1]")
                #expect([200, 201].contains(reply.status) && reply.header("Idempotency-Replayed") == nil)
            }
            server.stop()
        }
    }

    @Test("whatever a server that is killed had acknowledged is answered again, and nothing is done twice")
    func killed() throws {
        let folder = try TestFolder()
        var random = SystemRandomNumberGenerator()
        var (round, sent) = (0, 0)
        // One more a round means that none was acknowledged, which happens where the machine is slow.
        while round < 4 || sent == round {
            defer { round += 1 }
            let killed = try ServerProcess(database: folder.database)
            let port = killed.port
            if round == 0 { try HTTPConnection(port: port).send("PUT", "/lists/l", body: "[[]]") }
            let delay = UInt32.random(in: 20_000...150_000, using: &random)
            let first = sent
            let client = InsertingClient(port: port, first: first)
            usleep(delay)
            killed.run.send(signal: SIGKILL)
            let acknowledged = client.replies()
            // The one behind the last that was acknowledged may have been done or not.
            sent += acknowledged.count + 1
            #expect(try killed.run.status() == -SIGKILL)
            let server = try TestServer(database: folder.database)
            for number in first..<sent {
                let again = try InsertingClient.send(number, port: server.port)
                #expect(again.status == 201)
                guard number - first < acknowledged.count else { continue }
                #expect(
                    again.body == acknowledged[number - first].body && again.header("Idempotency-Replayed") == "true",
                    "\(number), killed after \(delay) µs")
            }
            let list = try server.connect().get("/lists/l").object
            #expect(list["itemCount"] as? Int == sent && list["version"] as? Int == sent + 1, "killed after \(delay) µs")
            server.stop()
        }
    }

    /// The answer to a request with a key, asked for until no other one with it runs.
    private static func answered(_ server: TestServer, _ key: String) throws -> HTTPReply {
        while true {
            let reply = try server.connect().send("POST", items, ["Idempotency-Key": key], body: item)
            if reply.status != 409 { return reply }
        }
    }
}

/// Inserts items, each under a key of its own, until the server is gone.
private final class InsertingClient: Sendable {
    private let acknowledged = Mutex<[HTTPReply]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(port: UInt16, first: Int) {
        Thread.detachNewThread { [self] in
            var number = first
            while let reply = try? Self.send(number, port: port) {
                acknowledged.withLock { $0.append(reply) }
                number += 1
            }
            isDone.signal()
        }
    }

    /// Inserts the item of a number.
    static func send(_ number: Int, port: UInt16) throws -> HTTPReply {
        try HTTPConnection(port: port).send(
            "POST", "/lists/l/sections/0/items", ["Idempotency-Key": "n-\(number)"], body: #"{"item":{"value":\#(number)}}"#)
    }

    /// The answers in order, once the server is gone.
    func replies() -> [HTTPReply] {
        isDone.wait()
        return acknowledged.withLock { $0 }
    }
}
