import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Lists that are changed here and there, so that most of what versions leave behind lies alone in its pack.
@Suite("Dead records that lie alone")
struct DeadRecordTests {
    /// A list of items of about 120 bytes, thirty to a pack.
    static func content(_ count: Int) -> ListModel {
        ListModel([.init("s", items: (0..<count).map { .init("i\($0)", value(0)) })])
    }

    static func value(_ serial: Int) -> String { "\"\(serial) \(String(repeating: "x", count: 100))\"" }

    static func open(_ database: TestDatabase, _ clock: TestClock = TestClock()) throws -> SQLiteListStore {
        try database.open(clock) { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
    }

    /// What the check finds.
    static func findings(_ database: TestDatabase) throws -> [String] {
        var found: [String] = []
        _ = try DatabaseCheck.run(database.path) { found.append($0) }
        return found
    }

    /// Can fail: with each collected version's records taken out at once, two packs of the import are written anew for each.
    @Test("leave their packs together, so that few packs are written for each version")
    func fewPacks() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        var store = try Self.open(database, clock)
        let id = try listID("large")
        let items = 50_000
        try store.put(Self.content(items), into: id)
        store.close()
        let packs = try database.query("SELECT count(*) FROM pack")
        #expect(packs > items / 40)
        // Counts the packs of the import that are written anew or deleted.
        try database.execute(
            """
            CREATE TABLE tally (last INTEGER, count INTEGER);
            INSERT INTO tally SELECT max(last), 0 FROM pack;
            CREATE TRIGGER tally_update AFTER UPDATE ON pack WHEN old.last <= (SELECT last FROM tally)
            BEGIN UPDATE tally SET count = count + 1; END;
            CREATE TRIGGER tally_delete AFTER DELETE ON pack WHEN old.last <= (SELECT last FROM tally)
            BEGIN UPDATE tally SET count = count + 1; END;
            """)
        store = try Self.open(database, clock)
        // So many that a quarter of the list dies more than once.
        let versions = 12_000
        #expect(StoreTraffic.update(store, id, items: items, count: versions) == versions)
        try database.rest(clock)
        store.close()
        let written = try database.query("SELECT count FROM tally")
        // All that were changed are written once at the end at least: the last sweep leaves no dead record.
        #expect(written > packs / 2)
        #expect(written * 10 <= Int64(versions) * 7, "\(written) packs for \(versions) versions")
        #expect(try Self.findings(database) == [])
    }

    @Test("change nothing of what can be read, stay a fraction of what lives, and go once a list is quiet")
    func model() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let database = try TestDatabase()
        let clock = TestClock()
        var store = try Self.open(database, clock)
        let id = try listID("edited")
        var content = Self.content(6_000)
        var history: [ListModel] = []
        var (serial, hadDead) = (0, false)
        func change(_ edit: (inout [ListModel.Item]) -> Void) throws {
            edit(&content.sections[0].items)
            try store.put(content, into: id)
            history = (history + [content]).suffix(16)
        }
        try change { _ in }
        for round in 0..<12 {
            for _ in 0..<30 {
                try change { items in
                    serial += 1
                    let row = Int(random.next() % UInt64(items.count))
                    switch random.next() % 10 {
                    case 0: items.insert(.init("n\(serial)", Self.value(serial)), at: row)
                    case 1: items.remove(at: row)
                    case 2: items.insert(items.remove(at: row), at: 0)
                    default:
                        for step in 0..<20 {
                            items[(row + step * 251) % items.count].value = JSONText(verbatim: Self.value(serial + step))
                        }
                    }
                }
            }
            // The list shrinks and grows.
            if round % 4 == 3 { try change { $0.removeLast($0.count / 2) } }
            if round % 4 == 1 { try change { $0 += (0..<1_000).map { .init("r\(round)-\($0)", Self.value($0)) } } }
            let comment = "seed \(seed), round \(round)"
            try eventually(comment) { try database.query("SELECT count(*) FROM list WHERE collected < head - 15") == 0 }
            try eventually(comment) {
                try database.query("SELECT count(*) FROM list WHERE dead_bytes > max(0, record_bytes - history_bytes - dead_bytes) / 4")
                    == 0
            }
            hadDead = try hadDead || database.query("SELECT dead_bytes FROM list") > 0
            #expect(try Self.findings(database) == [], "\(comment)")
            let head = try store.snapshot(of: id, at: nil).version
            for (index, kept) in history.reversed().enumerated() {
                #expect(try ListModel(store.snapshot(of: id, at: head - Int64(index))) == kept, "\(comment), \(index) before the head")
            }
            if round % 3 == 2 {
                store.close()
                store = try Self.open(database, clock)
            }
        }
        defer { store.close() }
        #expect(hadDead, "seed \(seed)")
        try database.rest(clock, "seed \(seed)")
        #expect(try database.query("SELECT count(*) FROM dead") == 0)
        let head = try store.snapshot(of: id, at: nil).version
        #expect(try database.nodeCount() == database.reach(store, id, head - 15...head).nodes.count, "seed \(seed)")
        #expect(try Self.findings(database) == [], "seed \(seed)")
    }

    @Test("stay in their packs when a commit fails, and go with the next")
    func rollsBack() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let fault = FaultSwitch()
        let store = try database.open(clock) {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            $0.beforeCommit = { try fault.pass() }
        }
        defer { store.close() }
        let id = try listID("l")
        try store.put(Self.content(20_000), into: id)
        #expect(StoreTraffic.update(store, id, items: 20_000, count: 600) == 600)
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected < head - 15") == 0 }
        #expect(try database.query("SELECT dead_bytes FROM list") > 0)
        fault.turn(on: true)
        clock.advance(seconds: 61)
        try eventually { fault.failures >= 3 }
        fault.turn(on: false)
        try eventually { try database.query("SELECT dead_bytes FROM list") == 0 }
        #expect(try Self.findings(database) == [])
        try checkWhole(store.snapshot(of: id, at: nil), store)
    }

    @Test("and versions that wait to be collected together stay a fraction of a small list that is never at rest")
    func smallList() throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            // The collector never looks at the list by itself.
            $0.collectionInterval = 3_600
        }
        defer { store.close() }
        let id = try listID("small")
        try store.put(Self.content(100), into: id)
        for _ in 0..<5 {
            #expect(StoreTraffic.update(store, id, items: 100, count: 200, waiting: 4) == 200)
            try eventually { try database.query("SELECT oldest - collected FROM list") < 40 }
            try eventually { try database.query("SELECT count(*) FROM list WHERE record_bytes - history_bytes > 29000") == 0 }
        }
    }

    /// Can fail: with history counted otherwise than records are, nothing seems to live, and every batch collects.
    @Test("are compared with what lives, however long the history is")
    func longHistory() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.retention = RetentionPolicy(versions: 100_000, seconds: 0) }
        defer { store.close() }
        let id = try listID("l")
        try store.put(Self.content(200), into: id)
        func lives() throws -> Int64 { try database.query("SELECT record_bytes - history_bytes - dead_bytes FROM list") }
        // Every item has a short value then.
        #expect(StoreTraffic.update(store, id, items: 200, count: 1_000) == 1_000)
        let first = try lives()
        #expect(first > 200 * 20)
        #expect(StoreTraffic.update(store, id, items: 200, count: 4_000) == 4_000)
        let now = try lives()
        #expect(now > first * 9 / 10 && now < first + 16 * 4_000, "\(first), then \(now)")
    }

    @Test("go with their list when it is deleted")
    func deleted() throws {
        let database = try TestDatabase()
        let store = try Self.open(database)
        defer { store.close() }
        let id = try listID("l")
        try store.put(Self.content(20_000), into: id)
        #expect(StoreTraffic.update(store, id, items: 20_000, count: 600) == 600)
        try eventually { try database.query("SELECT count(*) FROM dead") > 0 }
        _ = try store.writeAndWait(id) { try $0.delete() }
        try eventually { try database.query("SELECT count(*) FROM list WHERE has_rows") == 0 }
        #expect(try database.query("SELECT count(*) FROM dead") == 0)
        #expect(try database.query("SELECT count(*) FROM pack") == 0)
        #expect(try database.query("SELECT record_bytes + dead_bytes FROM list") == 0)
    }

    @Test(
        "are held to their packs by the check",
        arguments: [
            ("UPDATE dead SET records = x'FF'", "damaged"), ("UPDATE dead SET records = x'00'", "damaged"),
            ("UPDATE dead SET bytes = bytes + 1", "are named"), ("DELETE FROM dead", "records where"),
            ("UPDATE dead SET records = x'01'", "records where"),
        ])
    func faults(sql: String, words: String) throws {
        let database = try TestDatabase()
        let store = try Self.open(database)
        let id = try listID("l")
        try store.put(Self.content(20_000), into: id)
        #expect(StoreTraffic.update(store, id, items: 20_000, count: 600) == 600)
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected < head - 15") == 0 }
        store.close()
        #expect(try Self.findings(database) == [])
        try database.execute(sql)
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }
}
