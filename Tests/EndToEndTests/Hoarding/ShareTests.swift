import Foundation
import TestSupport
import Testing

import HTTPServing
import ListAPI
import MicroHTTPServer
import SQLiteStore
import Settings
@testable import sectional

@Suite("The shares of the memory")
struct ShareTests {
    private static let names = ["first", "second", "third", "fourth", "fifth"]
    private static let budget = 4 << 20

    private static func authorization(_ name: String) -> [String: String] { ["Authorization": "Bearer \(name)"] }

    /// Begins bodies that never end, until one is refused.
    ///
    /// - Returns: Those that are held.
    private static func hold(_ name: String, _ size: Int, _ server: TestServer) throws -> [HTTPConnection] {
        let probe = try server.connect()
        var held: [HTTPConnection] = []
        while held.count < 32 {
            let before = try probe.metric("sectional_memory_bytes", authorization("fifth")) ?? 0
            let connection = try server.connect()
            try connection.write(
                "PUT /lists/never HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(name)\r\nContent-Length: \(size)\r\n"
                    + "Expect: 100-continue\r\n\r\n")
            guard try connection.readReply().status == 100 else { return held }
            try connection.write(String(repeating: " ", count: size - 1))
            try eventually("a body in memory") { try probe.metric("sectional_memory_bytes", authorization("fifth")) ?? 0 >= before + size }
            held.append(connection)
        }
        return held
    }

    @Test("one token holds a quarter at most; another one finds room, a small body even where all quarters are taken")
    func tokens() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { settings in
            settings.api.access.tokens = Self.names.map { TestToken.token($0) }
            settings.server.memory = MemoryBudget(limit: Self.budget)
        }
        var held = try Self.hold("first", 200_000, server)
        #expect(held.count == 5)
        func put(_ name: String, _ size: Int) throws -> HTTPReply {
            let body = "[\"\(String(repeating: "x", count: size))\"]"
            return try server.connect().send("PUT", "/lists/l", Self.authorization(name), body: body)
        }
        let refused = try put("first", 60_000)
        #expect(refused.status == 503 && refused.header("Retry-After") != nil)
        #expect(try put("second", 60_000).status == 201 && put("second", 240_000).status == 200)
        for name in ["second", "third", "fourth"] { held += try Self.hold(name, 200_000, server) }
        // The last of these finds less than a quarter: some is kept.
        #expect(held.count < 20)
        #expect(try put("fifth", 60_000).status == 200 && put("fifth", 60_000).status == 200)
        withExtendedLifetime(held) {}
        server.stop()
    }

    @Test("of a body or a document that is more than a quarter: 413, whatever others hold")
    func never() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.server.memory = MemoryBudget(limit: Self.budget) }
        let connection = try server.connect()
        let head = "PUT /lists/l HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1100000\r\n\r\n"
        try connection.write(head)
        #expect(try connection.readReply().status == 413)
        server.stop()
    }
}
