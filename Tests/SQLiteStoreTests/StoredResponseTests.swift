import Foundation
import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("Answers kept under idempotency keys")
struct StoredResponseTests {
    @Test("an answer expires after its seconds, and its key is free for another")
    func expires() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.storedResponses.seconds = 100 }
        defer { store.close() }
        let first = try Self.answer("k", size: 10)
        try store.keep(first)
        clock.advance(seconds: 99)
        #expect(try store.find("k") == first)
        clock.advance(seconds: 1)
        #expect(try store.find("k") == nil)
        let second = try Self.answer("k", size: 20)
        try store.keep(second)
        #expect(try store.find("k") == second)
        clock.advance(seconds: 99)
        #expect(try store.find("k") == second)
    }

    @Test("expired answers are deleted in the background, whether anybody writes or not, and those of a stop later")
    func deletesExpired() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        var store = try database.open(clock) { $0.storedResponses.seconds = 100 }
        for number in 0..<300 { try store.keep(Self.answer("old-\(number)", size: 100)) }
        clock.advance(seconds: 50)
        try store.keep(Self.answer("young", size: 100))
        #expect(try database.query("SELECT count(*) FROM stored_response") == 301)
        clock.advance(seconds: 50)
        try eventually { try database.query("SELECT count(*) FROM stored_response") == 1 }
        #expect(try store.find("young") != nil)
        store.close()
        clock.advance(seconds: 50)
        store = try database.open(clock) { $0.storedResponses.seconds = 100 }
        defer { store.close() }
        try eventually { try database.query("SELECT count(*) FROM stored_response") == 0 }
    }

    @Test("all answers together stay within their bytes, the oldest go first, and a stop in between changes nothing")
    func bounded() throws {
        let database = try TestDatabase()
        let bound: Int64 = 100_000
        var store = try database.open { $0.storedResponses.bytes = bound }
        var random = SeededGenerator(seed: 7)
        var sizes: [Int] = []
        for number in 0..<400 {
            let answer = try Self.answer("k\(number)", size: Int(random.next() % 4_000))
            sizes.append(answer.byteCount)
            try store.keep(answer)
            #expect(try database.query("SELECT sum(bytes) FROM stored_response") <= bound)
            if number % 100 == 50 {
                store.close()
                store = try database.open { $0.storedResponses.bytes = bound }
            }
        }
        defer { store.close() }
        // As many of the newest as have room.
        var room = Int(bound)
        let newest = sizes.reversed().prefix { size in
            room -= size
            return room >= 0
        }
        #expect(try database.query("SELECT count(*) FROM stored_response") == Int64(newest.count))
        #expect(try database.query("SELECT min(number) FROM stored_response") == Int64(401 - newest.count))
        #expect(try store.find("k399") != nil)
        #expect(try store.find("k0") == nil)
        #expect(try database.query("SELECT sum(bytes) FROM stored_response") == Int64(newest.reduce(0, +)))
    }

    @Test("the space that keeps most loses its oldest first, so that one space pushes out no other's answers")
    func spaces() throws {
        let database = try TestDatabase()
        let bound: Int64 = 100_000
        var store = try database.open { $0.storedResponses.bytes = bound }
        for number in 0..<5 { try store.keep(Self.answer("k\(number)", size: 1_000, space: "modest")) }
        for number in 0..<300 {
            try store.keep(Self.answer("k\(number)", size: 3_000, space: "greedy"))
            #expect(try database.query("SELECT sum(bytes) FROM stored_response") <= bound)
            if number == 100 {
                store.close()
                store = try database.open { $0.storedResponses.bytes = bound }
            }
        }
        defer { store.close() }
        #expect(try database.query("SELECT count(*) FROM stored_response WHERE space = 'modest'") == 5)
        #expect(try store.find("k299", space: "greedy") != nil && store.find("k0", space: "greedy") == nil)
        #expect(try store.find("k0", space: "modest") != nil)
    }

    @Test("a lower bound is reached a little at a time, and none keeps nothing")
    func lowered() throws {
        let database = try TestDatabase()
        var store = try database.open()
        for number in 0..<300 { try store.keep(Self.answer("k\(number)", size: 1_000)) }
        store.close()
        store = try database.open {
            $0.storedResponses.bytes = 0
            $0.collectionInterval = 1_000
        }
        defer { store.close() }
        try eventually { try database.query("SELECT count(*) FROM stored_response") == 0 }
        try store.keep(Self.answer("last", size: 0))
        #expect(try store.find("last") == nil)
    }

    @Test("an answer goes with its write when the disk is full, and what was kept before stays")
    func rolledBack() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.pageLimit = 150 }
        defer { store.close() }
        try store.keep(Self.answer("before", size: 100))
        let big = try Self.answer("big", size: 2_000_000)
        let failure = #expect(throws: ListError.self) { try store.keep(big) }
        #expect(failure?.code == .unavailable)
        #expect(try store.find("big") == nil)
        #expect(try store.find("before") != nil)
        let after = try Self.answer("big", size: 1_000)
        try store.keep(after)
        #expect(try store.find("big") == after)
        #expect(try database.query("SELECT max(number) FROM stored_response") == 2)
    }

    @Test("a clock that goes back keeps no answer longer than those behind it")
    func clockGoesBack() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.storedResponses.seconds = 100 }
        defer { store.close() }
        try store.keep(Self.answer("a", size: 1))
        clock.advance(seconds: -1_000)
        try store.keep(Self.answer("b", size: 1))
        #expect(try store.find("a") != nil && store.find("b") != nil)
        clock.advance(seconds: 99)
        #expect(try store.find("a") != nil && store.find("b") != nil)
        clock.advance(seconds: 1)
        #expect(try store.find("b") == nil)
        try eventually { try database.query("SELECT count(*) FROM stored_response") == 0 }
    }

    @Test("a write without a key runs no statement about kept answers")
    func costsNothing() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.collectionInterval = 1_000 }
        defer { store.close() }
        let id = try listID("plain")
        try store.put(.counting(1), into: id)
        // Whatever reads or writes the table from now on fails.
        try database.execute("DROP TABLE stored_response")
        for count in 2...20 { try store.put(.counting(count), into: id) }
        #expect(try store.delete(id) == 21)
        #expect(throws: (any Error).self) { try store.find("k") }
    }

    @Test("a store in memory lets answers go as the policy says")
    func memory() throws {
        let clock = TestClock()
        let bound = 40 * (try Self.answer("k10", size: 100).byteCount)
        let store = MemoryListStore(
            storedResponses: StoredResponsePolicy(seconds: 100, bytes: Int64(bound)), describeList: ConformanceCheck.describe,
            now: { clock.now }
        ) {
            SystemSources.identifiers()
        }
        for number in 10..<99 { try store.keep(Self.answer("k\(number)", size: 100)) }
        #expect(try (10..<99).filter { try store.find("k\($0)") != nil } == Array(59..<99))
        clock.advance(seconds: 100)
        #expect(try store.find("k98") == nil)
        try store.keep(Self.answer("k98", size: 5))
        #expect(try store.find("k98")?.body.count == 5)
    }

    private static func answer(_ key: String, size: Int, space: String = "") throws -> StoredResponse {
        StoredResponse(
            key: try #require(IdempotencyKey(key, space: space)), fingerprint: [UInt8](repeating: 1, count: 32), status: 200,
            headers: [.init("ETag", "\"v1\"")], body: [UInt8](repeating: UInt8(ascii: "x"), count: size))
    }
}

extension ListStore {
    /// Keeps an answer by a write that changes nothing.
    fileprivate func keep(_ answer: StoredResponse) throws {
        try writeAndWait(listID("keyed")) { try $0.keep(answer) }
    }

    fileprivate func find(_ key: String, space: String = "") throws -> StoredResponse? {
        try writeAndWait(listID("keyed")) { transaction in
            try IdempotencyKey(key, space: space).flatMap { try transaction.storedResponse(for: $0) }
        }
    }
}
