import Foundation
import Lists
import SQLiteStore
import TestSupport
import Testing

import Settings
@testable import sectional

@Suite("Contract §7: history")
struct HistoryTests {
    /// The lowest version that can be read, of those up to `head`.
    private static func oldestVersion(_ connection: HTTPConnection, head: Int) throws -> Int {
        let readable = try (1...head).filter { try connection.get("/lists/l?at=\($0)").status == 200 }
        #expect(readable == Array((readable.first ?? 0)...head))
        return readable.first ?? 0
    }

    private static func write(_ connection: HTTPConnection, _ values: ClosedRange<Int>) throws {
        for value in values { try connection.send("PUT", "/lists/l", body: "[\(value)]") }
    }

    @Test("A list keeps its last history.versions, and everything of the last history.seconds")
    func seconds() throws {
        let server = try ClockedServer(retention: RetentionPolicy(versions: 20, seconds: 100))
        try Self.write(server.connection, 1...50)
        try #expect(Self.oldestVersion(server.connection, head: 50) == 1)
        server.clock.advance(seconds: 99)
        try Self.write(server.connection, 51...52)
        try #expect(Self.oldestVersion(server.connection, head: 52) == 1)
        server.clock.advance(seconds: 1)
        try Self.write(server.connection, 53...55)
        // Versions 1 to 49 stopped being the head 100 seconds ago, and the last 20 stay.
        try #expect(Self.oldestVersion(server.connection, head: 55) == 36)
    }

    @Test("A version's time runs from when it stopped being the head")
    func sinceHead() throws {
        let server = try ClockedServer(retention: RetentionPolicy(versions: 1, seconds: 100))
        try Self.write(server.connection, 1...30)
        server.clock.advance(seconds: 1_000)
        // 30 is as old as those before it, and was the head until now.
        try Self.write(server.connection, 31...60)
        try #expect(Self.oldestVersion(server.connection, head: 60) == 30)
    }

    @Test("Its last 16 versions always stay")
    func minimum() throws {
        let server = try ClockedServer(retention: RetentionPolicy(versions: 1, seconds: 0, bytes: 0))
        try Self.write(server.connection, 1...60)
        try #expect(Self.oldestVersion(server.connection, head: 60) == 45)
    }

    @Test("No more than history.bytes beyond what the head needs")
    func bytes() throws {
        let server = try ClockedServer(retention: RetentionPolicy(versions: 1_000, seconds: 3_600, bytes: 100_000))
        let text = String(repeating: "x", count: 10_000)
        for value in 1...60 { try server.connection.send("PUT", "/lists/l", body: "[\"\(value)\(text)\"]") }
        #expect((43...46).contains(try Self.oldestVersion(server.connection, head: 60)))
    }

    @Test("What falls out is collected in the background, a little at a time, and its space is used again")
    func space() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        let connection = try server.connect()
        let text = String(repeating: "x", count: 100_000)
        for value in 1...150 { try #expect(connection.send("PUT", "/lists/l", body: "[\"\(value)\(text)\"]").status < 300) }
        server.stop()
        // 15 MB went in; the last sixteen versions are a tenth of it.
        let size = try FileManager.default.attributesOfItem(atPath: folder.database)[.size] as? Int
        #expect((1_600_000...5_000_000).contains(try #require(size)))
    }

    @Test("history.versions, history.seconds and history.bytes are settings")
    func settings() throws {
        let client = try ContractClient {
            $0.store.retention.versions = 18
            $0.store.retention.seconds = 0
        }
        for value in 1...40 { try client.put("/lists/l", "[\(value)]") }
        try #expect(client.get("/lists/l?at=23").status == 200)
        try #expect(client.get("/lists/l?at=22").outcome == "410 version-gone")
        let long = try ContractClient { $0.store.retention.versions = 18 }
        for value in 1...40 { try long.put("/lists/l", "[\(value)]") }
        try #expect(long.get("/lists/l?at=1").status == 200)
    }

    @Test("A version that has gone is 410, also where a page of it was cached")
    func cached() throws {
        let client = try ContractClient {
            $0.store.retention.versions = 16
            $0.store.retention.seconds = 0
        }
        try client.put("/lists/l", "[1]")
        for _ in 1...3 { try #expect(client.get("/lists/l/items?at=1").status == 200) }
        for value in 2...40 { try client.put("/lists/l", "[\(value)]") }
        try #expect(client.get("/lists/l/items?at=1").outcome == "410 version-gone")
        try #expect(client.get("/lists/l/items?at=1", ["If-None-Match": "\"v1\""]).outcome == "410 version-gone")
    }
}
