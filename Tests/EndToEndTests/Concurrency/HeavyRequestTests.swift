import Foundation
import Synchronization
import TestSupport
import Testing
@testable import SQLiteStore

import HTTPServing
import ListAPI
import MicroHTTPServer
import Ports
import Settings
@testable import sectional

/// Long work for one client, while others ask for little. The order of answers counts, and no time.
@Suite("Heavy requests of some")
struct HeavyRequestTests {
    /// Notes who was answered, in order.
    private final class Answers: Sendable {
        private let names = Mutex<[String]>([])

        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    /// Sends a request on each of some connections, and reads its answer on a thread of its own.
    ///
    /// - Returns: A semaphore that is signalled with each answer that has come whole, and the statuses.
    private static func send(
        _ count: Int, to port: UInt16, _ answers: Answers, _ request: @escaping @Sendable (HTTPConnection, Int) throws -> HTTPReply
    ) -> (done: DispatchSemaphore, statuses: Answers) {
        let (done, statuses) = (DispatchSemaphore(value: 0), Answers())
        for number in 0..<count {
            Thread.detachNewThread {
                let reply = try? request(HTTPConnection(port: port), number)
                answers.add("heavy")
                statuses.add("\(reply?.status ?? 0)")
                done.signal()
            }
        }
        return (done, statuses)
    }

    private static func expectSmall(_ port: UInt16, _ answers: Answers, _ round: Int) throws {
        let connection = try HTTPConnection(port: port)
        #expect(try connection.get("/healthz").status == 200)
        answers.add("healthz")
        #expect(try [200, 201].contains(connection.send("PUT", "/lists/small", body: "[\(round)]").status))
        answers.add("write")
    }

    @Test("whose values take long to be checked keep nobody waiting")
    func checks() throws {
        let server = try ServerProcess()
        let port = server.port
        let choices = (100..<450).map { "{\"const\":\($0)}" }.joined(separator: ",")
        let schema = "{\"schema\":{\"items\":{\"anyOf\":[\(choices)]}}}"
        #expect(try HTTPConnection(port: port).send("PUT", "/cell-types/T", body: schema).status == 201)
        let item = "{\"type\":\"T\",\"value\":[\(Array(repeating: "449", count: 1_000).joined(separator: ","))]}"
        let body = "{\"sections\":[{\"items\":[\(Array(repeating: item, count: 700).joined(separator: ","))]}]}"
        let answers = Answers()
        let heavy = Self.send(3, to: port, answers) { try $0.send("PUT", "/lists/heavy\($1)", body: body) }
        try eventually("a body in memory") { try server.metric("sectional_memory_bytes") ?? 0 > body.utf8.count }
        for round in 0..<3 { try Self.expectSmall(port, answers, round) }
        #expect(!answers.all.contains("heavy"), "\(answers.all)")
        for _ in 0..<3 { heavy.done.wait() }
        // A machine that is slow comes to the deadline of checks.
        #expect(heavy.statuses.all.allSatisfy { ["201", "503"].contains($0) }, "\(heavy.statuses.all)")
        #expect(try server.stop() == 0)
    }

    @Test("whose long pages are compressed keep nobody waiting")
    func compressed() throws {
        let server = try ServerProcess()
        let port = server.port
        var generator = SystemRandomNumberGenerator()
        // Digits: they are compressed, and that takes time.
        let lines = (0..<40).map { _ in
            "{\"item\":{\"value\":\"\((0..<11_000).map { _ in String(generator.next() >> 1) }.joined().prefix(200_000))\"}}\n"
        }
        let headers = ["Content-Type": "application/x-ndjson"]
        #expect(try HTTPConnection(port: port).send("PUT", "/lists/big", headers, body: lines.joined()).status == 201)
        let answers = Answers()
        let heavy = Self.send(8, to: port, answers) { connection, _ in
            try connection.get("/lists/big/items?limit=40", ["Accept-Encoding": "gzip"])
        }
        for round in 0..<3 { try Self.expectSmall(port, answers, round) }
        #expect(answers.all.count { $0 == "heavy" } < 8, "\(answers.all)")
        for _ in 0..<8 { heavy.done.wait() }
        #expect(heavy.statuses.all.contains("200") && heavy.statuses.all.allSatisfy { ["200", "503"].contains($0) })
        #expect(try server.stop() == 0)
    }

    @Test("with keys, whose clients have gone, store no long answer, and another token's small write is done")
    func keyed() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { settings in
            settings.api.access.tokens = ["first", "second"].map { TestToken.token($0) }
        }
        let connection = try server.connect()
        let first = ["Authorization": "Bearer first", "Content-Type": "application/x-ndjson"]
        let lines = String(repeating: "{\"item\":{\"value\":\"\(String(repeating: "x", count: 200_000))\"}}\n", count: 30)
        #expect(try connection.send("PUT", "/lists/big", first, body: lines).status == 201)
        let moves = (0..<30).map { "{\"op\":\"moveItem\",\"item\":\"0-\($0)\",\"to\":[0,\(29 - $0)]}" }.joined(separator: ",")
        let batch = "{\"operations\":[\(moves)]}"
        for number in 0..<40 {
            let gone = try server.connect()
            try gone.write(
                "POST /lists/big/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer first\r\nIdempotency-Key: k\(number)\r\n"
                    + "Content-Length: \(batch.utf8.count)\r\n\r\n\(batch)")
        }
        let second = ["Authorization": "Bearer second", "Idempotency-Key": "pay"]
        let paid = try connection.send("PUT", "/lists/small", second, body: "[[\"twenty bytes\"]]")
        #expect(paid.status == 201)
        // However many others had keys, it is not done twice.
        let again = try connection.send("PUT", "/lists/small", second, body: "[[\"twenty bytes\"]]")
        #expect(again.status == 201 && again.header("Idempotency-Replayed") == "true")
        server.stop()
        let database = try DatabaseConnection(folder.database, setUp: "")
        let longest: Int64? = try database.value("SELECT max(length(body)) FROM stored_response")
        #expect(longest ?? .max <= StoredResponse.largestBody)
        let version: Int64? = try database.value("SELECT head FROM list WHERE id = 'big'")
        let stored: Int64? = try database.value("SELECT count(*) FROM stored_response")
        #expect(version == stored, "\(version ?? 0) \(stored ?? 0)")
        let bytes: Int64? = try database.value("SELECT sum(length(body)) FROM stored_response")
        #expect(bytes ?? .max < 64 << 10, "\(bytes ?? 0)")
        try database.close()
    }
}
