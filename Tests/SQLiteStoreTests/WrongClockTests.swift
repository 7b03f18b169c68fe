import Foundation
import Lists
import Logging
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A clock that was in the future for one write")
struct WrongClockTests {
    private static let year = 31_536_000.0

    @Test("holds up no list's history, also after a restart", arguments: [false, true])
    func history(restarts: Bool) throws {
        let database = try TestDatabase()
        let clock = TestClock()
        func open() throws -> SQLiteListStore {
            try database.open(clock) { $0.retention = RetentionPolicy(versions: 16, seconds: 1) }
        }
        var store = try open()
        let id = try listID("l")
        try store.put(.counting(20), into: id)
        clock.advance(seconds: Self.year)
        let late = try store.put(.counting(21), into: id)
        clock.advance(seconds: -Self.year)
        for count in 0..<300 {
            clock.advance(seconds: 1)
            let version = try store.put(.counting(22 + count % 2), into: id)
            #expect(version.head.updatedAt < late.head.updatedAt && version.head.updatedAt >= version.head.createdAt)
        }
        if restarts {
            store.close()
            store = try open()
        }
        defer { store.close() }
        clock.advance(seconds: 5)
        try store.put(.counting(30), into: id)
        try eventually("the old versions to go") { try (store.watch(id)?.oldest ?? 0) >= 303 - 17 }
        try database.rest(clock)
    }

    @Test("is not the time of what comes later: interactions, and what webhooks are told, which is sent at once")
    func events() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.events.interactionSeconds = 60 }
        defer { store.close() }
        let (id, other) = (try listID("l"), try listID("other"))
        for list in [id, other] { try store.put(.counting(2), into: list) }
        let hooks = [ConformanceCheck.webhook("free"), ConformanceCheck.webhook("ordered", ordered: true)]
        for hook in hooks { try store.register(hook) }
        clock.advance(seconds: Self.year)
        try store.select(in: id)
        clock.advance(seconds: -Self.year)
        let now = clock.now
        for _ in 0..<2 { try store.select(in: other) }
        #expect(try database.query("SELECT max(time) FROM event WHERE list = 'other'") <= now)
        for hook in hooks {
            let due = try store.due(to: hook.id, isOrdered: hook.isOrdered, now: clock.now, limit: 9).deliveries
            #expect(due.map(\.event).sorted() == [1, 2, 3])
        }
        for hook in hooks { try store.writeWebhooksAndWait { try $0.deleteWebhook(hook.id) } }
        clock.advance(seconds: 61)
        try store.put(.counting(3), into: id)
        try eventually("the interactions to go") { try database.query("SELECT count(*) FROM event") == 0 }
    }

    @Test("is one warning, at the start and for a write, where it is more than a minute behind what is stored")
    func warning() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        func run(_ seconds: Double, _ body: (SQLiteListStore) throws -> Void = { _ in }) throws -> [String] {
            clock.advance(seconds: seconds)
            let log = LoggedLines()
            let store = try SQLiteListStore(
                configuration: SQLiteStoreConfiguration(path: database.path), logger: log.logger(from: .warning),
                describeList: ConformanceCheck.describe, now: { clock.now }
            ) { UUIDv7Source(now: { clock.now }, random: { .random(in: .min ... .max) }) }
            defer { store.close() }
            try body(store)
            return log.all
        }
        let id = try listID("l")
        #expect(try run(0) { try $0.put(.counting(1), into: id) } == [])
        #expect(try run(-59) == [])
        let lines = try run(-10) { for count in [2, 3, 4] { try $0.put(.counting(count), into: id) } }
        #expect(lines.count == 1 && lines[0].contains("warning the clock is behind times that are stored"), "\(lines)")
        let later = try run(100) { store in
            try store.put(.counting(5), into: id)
            clock.advance(seconds: -100)
            try store.put(.counting(6), into: id)
        }
        #expect(later.count == 1, "\(later)")
    }
}
