import Foundation
import Synchronization
import TestSupport
import Testing

import HTTPServing
import MicroHTTPServer
import SQLiteStore
import Settings
@testable import sectional

@Suite("Registrations of cell types that take much")
struct CellTypeHoardingTests {
    /// A document of a cell type of some bytes.
    private static func type(bytes: Int) -> String { #"{"schema":{"description":"\#(String(repeating: "x", count: bytes))"}}"# }

    @Test("count with their bodies: what finds no room is 503, and nothing is registered")
    func memory() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.memory = MemoryBudget(limit: 2 << 20) }
        let watcher = try HTTPConnection(port: server.port, from: 0x7F00_0002)
        var unfinished: HTTPConnection? = try server.connect()
        let start = #"{"schema":{"description":""#
        try unfinished?.write(
            "PUT /cell-types/T HTTP/1.1\r\nHost: localhost\r\nContent-Length: 522000\r\n\r\n\(start)\(String(repeating: "x", count: 510_000))"
        )
        try eventually("a body in memory") { try watcher.metric("sectional_memory_bytes") ?? 0 > 505_000 }
        let connection = try server.connect()
        let refused = try connection.send("PUT", "/cell-types/U", body: Self.type(bytes: 40_000))
        #expect(refused.status == 503 && refused.header("Retry-After") != nil)
        #expect(try watcher.get("/cell-types/U").status == 404)
        // Another sender has a share of its own.
        #expect(try watcher.send("PUT", "/cell-types/V", body: Self.type(bytes: 40_000)).status == 201)
        withExtendedLifetime(unfinished) {}
        unfinished = nil
        try eventually("room") { try watcher.metric("sectional_memory_bytes") == 0 }
        #expect(try server.connect().send("PUT", "/cell-types/U", body: Self.type(bytes: 40_000)).status == 201)
        server.stop()
    }

    @Test("wait behind other looks at what is stored for a bounded time, and nobody else waits for them", .timeLimit(.minutes(2)))
    func scans() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.store.backgroundWaitSeconds = 0.2 }
        let items = String(repeating: #"{"item":{"type":"T","value":[3999,3999]}}"# + "\n", count: 60_000)
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/lists/l", ["Content-Type": "application/x-ndjson"], body: items).status == 201)
        // Each value takes thousands of units.
        let schema = #"{"schema":{"items":{"anyOf":[\#((0..<4_000).map { #"{"const":\#($0)}"# }.joined(separator: ","))]}}}"#
        let refused = Mutex(0)
        let port = server.port
        let group = DispatchGroup()
        for _ in 0..<5 {
            Thread.detachNewThread(in: group) {
                let reply = try? HTTPConnection(port: port).send("PUT", "/cell-types/T", body: schema)
                if reply?.status == 503, reply?.header("Retry-After") != nil { refused.withLock { $0 += 1 } }
            }
        }
        // Two look at what is stored, as long as they are let.
        try eventually("those that wait to be refused") { refused.withLock { $0 } == 3 }
        #expect(try connection.send("PUT", "/lists/other", body: "[1]").status == 201)
        #expect(try connection.get("/cell-types/T").status == 404)
        server.stop()
        group.wait()
    }
}
