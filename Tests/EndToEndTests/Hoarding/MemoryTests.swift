import Foundation
import TestSupport
import Testing

import HTTPServing
import MicroHTTPServer
import Settings
@testable import sectional

@Suite("The memory of a server under attack")
struct MemoryTests {
    private static let budget = 48 << 20
    private static let path = "/lists/big/items?limit=16"

    @Test("stays under twice the budget and 64 MiB, with unfinished bodies, drafts and unread pages at once, and all of it is given back")
    func bounded() throws {
        let server = try ServerProcess(environment: ["SECTIONAL_SERVER_MEMORY": "\(Self.budget)"])
        let port = server.port
        let values = (0..<24).map { "\"\($0)\(String(repeating: "x", count: 200_000))\"" }.joined(separator: ",")
        #expect(try HTTPConnection(port: port).send("PUT", "/lists/big", body: "[\(values)]").status == 201)
        let half = String(repeating: "[1],", count: 1 << 20)
        let draft = "[\(String(repeating: "1,", count: 60_000))1]"
        var pages: [HTTPConnection] = []
        var bodies: [HTTPConnection] = []
        var drafts: [HTTPConnection] = []
        for number in 0..<24 {
            let page = try HTTPConnection(port: port, receiveBuffer: 4_096)
            try page.write("GET \(Self.path)&offset=\(number % 8) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            pages.append(page)
            let body = try HTTPConnection(port: port)
            try? body.write("PUT /lists/never HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n[" + half)
            bodies.append(body)
            let put = try HTTPConnection(port: port)
            try put.write("PUT /lists/l\(number) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(draft.utf8.count)\r\n\r\n\(draft)")
            drafts.append(put)
        }
        #expect(try HTTPConnection(port: port).get("/healthz").status == 200)
        let written = try drafts.map { try $0.readReply() }
        #expect(written.allSatisfy { $0.status == 201 || ($0.status == 503 && $0.header("Retry-After") != nil) })
        // The rest has its answer, or is still in the way of others.
        let refused = written.count { $0.status == 503 }
        let read = try pages.suffix(12).count { try $0.readReply().status == 503 }
        #expect(refused + read > 0)
        let highest = try server.memory("VmHWM") << 10
        #expect(highest < 2 * Self.budget + 64 << 20, "\(highest >> 20) MiB")
        (pages, bodies, drafts) = ([], [], [])
        try eventually("an unused budget") { try server.metric("sectional_memory_bytes") == 0 }
        #expect(try HTTPConnection(port: port).send("PUT", "/lists/after", body: draft).status == 201)
        #expect(try server.stop() == 0)
    }

    @Test("is never enough for some documents: 413 says what to do, and does not depend on what others hold")
    func never() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.memory = MemoryBudget(limit: 4 << 20) }
        let connection = try server.connect()
        let reply = try connection.send("PUT", "/lists/l", body: "[\(String(repeating: "1,", count: 50_000))1]")
        #expect(reply.status == 413 && reply.text.contains("application/x-ndjson"))
        let items = "{\"items\":[\(String(repeating: "{\"value\":1},", count: 10_000)){\"value\":1}]}"
        #expect(try connection.send("PUT", "/lists/l", body: "[]").status == 201)
        #expect(try connection.send("POST", "/lists/l/sections", body: "{\"section\":{}}").status == 201)
        #expect(try connection.send("POST", "/lists/l/sections/0/items", body: items).status == 413)
        let long = String(repeating: "{\"item\":{\"value\":1}}\n", count: 50_000)
        #expect(try connection.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: long).status == 200)
        #expect(try connection.send("PUT", "/lists/l", body: String(repeating: " ", count: 5 << 20)).status == 413)
        server.stop()
    }
}
