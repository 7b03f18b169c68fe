import Foundation
import TestSupport
import Testing

import MicroHTTPServer
import SQLiteStore
import Settings
@testable import sectional

@Suite("The files that a server may open")
struct DescriptorTests {
    @Test("bound the connections, with room left for the database, webhooks and uploads")
    func connections() {
        var settings = Settings()
        #expect(Descriptors.connections(settings, threads: 4, limit: 1_000_000) == 10_000)
        #expect(Descriptors.connections(settings, threads: 4, limit: 1_024) < 600)
        #expect(Descriptors.connections(settings, threads: 64, limit: 64) == 32)
        settings.server.connectionLimit = 10
        #expect(Descriptors.connections(settings, threads: 4, limit: 1_024) == 10)
    }

    @Test("are as many as the system allows at most; a server full of connections still reads, writes and is alive for others")
    func full() throws {
        let folder = try TestFolder()
        let command = "ulimit -Sn 100; ulimit -Hn 400; exec \(ProgramRun.program.path) serve --port 0 --database \(folder.database)"
        let run = try ProgramRun(["-c", command], executable: URL(fileURLWithPath: "/bin/sh"))
        let port = try run.port()
        try run.waitForError(containing: "server.connections is lowered")
        let known = try HTTPConnection(port: port, from: 0x7F00_0002)
        #expect(try known.send("PUT", "/lists/l", body: "[1]").status == 201)
        // Four addresses take all that there is, each as much as it may.
        var held: [HTTPConnection] = []
        for number in 0..<480 {
            guard let connection = try? HTTPConnection(port: port, from: 0x7F00_0010 + UInt32(number % 4)) else { break }
            try? connection.write("GET / HTTP/1.1\r\nHost")
            held.append(connection)
        }
        #expect(held.count > 200)
        // A client that is connected is served, with what needs files of its own.
        #expect(try known.get("/healthz").status == 200)
        let lines = String(repeating: "{\"item\":{\"value\":1}}\n", count: 10_000)
        #expect(try known.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: lines).status == 200)
        #expect(try known.get("/lists/l/items?limit=1").status == 200)
        withExtendedLifetime(held) {}
        run.send(signal: SIGTERM)
        #expect(try run.status() == 0)
    }

    @Test("one sender's uploads are at most half of those on their way")
    func uploads() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.store.uploadLimit = 4 }
        let head = "HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n"
        let slow = try (0..<2).map { _ in try server.connect() }
        for (number, connection) in slow.enumerated() {
            try connection.write("PUT /lists/l\(number) \(head)Expect: 100-continue\r\n\r\n")
            // Before a probe: beside that the second of these would be refused.
            #expect(try connection.readReply().status == 100)
            try connection.write("{\"item\"")
        }
        let probe = "{\"item\":{\"value\":1}}\n"
        func upload(from source: UInt32?) throws -> HTTPReply {
            try HTTPConnection(port: server.port, from: source).send(
                "PUT", "/lists/probe", ["Content-Type": "application/x-ndjson"], body: probe)
        }
        try eventually("a refused upload") {
            let reply = try upload(from: nil)
            return reply.status == 503 && reply.header("Retry-After") != nil
        }
        #expect(try upload(from: 0x7F00_0002).status < 300)
        withExtendedLifetime(slow) {}
        server.stop()
    }
}
