import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Can fail: a sweep whose rows go before its records leaves some that nothing names.
@Suite("A process that is killed while it takes dead records out of packs")
struct SweepCrashTests {
    private static let items = 30_000

    @Test("leaves a whole list, whose next sweep does the rest", .timeLimit(.minutes(10)))
    func goesOn() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let database = try TestDatabase()
        let id = try listID("swept")
        var store = try DeadRecordTests.open(database)
        try store.put(DeadRecordTests.content(Self.items), into: id)
        store.close()
        var (round, cut) = (0, 0)
        while cut < 2 {
            defer { round += 1 }
            let comment = "seed \(seed), round \(round)"
            try #require(round < 400, "\(comment): no kill came within a sweep")
            // To a store whose clock stands still no list is quiet; to the child it is, since its clock goes.
            store = try DeadRecordTests.open(database)
            // Another number of items makes other items of them.
            #expect(StoreTraffic.update(store, id, items: Self.items - round, count: 3_000) == 3_000)
            try eventually(comment) { try database.query("SELECT count(*) FROM list WHERE id = 'swept' AND collected < head - 15") == 0 }
            store.close()
            let records = try database.query("SELECT record_bytes FROM list WHERE id = 'swept'")
            _ = try CrashingChild.run(database.path, seed: random.next(), milliseconds: UInt32(random.next() % 40), comment: comment)
            #expect(try database.integrity() == "ok", "\(comment)")
            let (left, dead) = try (
                database.query("SELECT record_bytes FROM list WHERE id = 'swept'"),
                database.query("SELECT dead_bytes FROM list WHERE id = 'swept'")
            )
            guard left < records, dead > 0 else { continue }
            cut += 1
            #expect(try DeadRecordTests.findings(database) == [], "\(comment)")
            store = try DeadRecordTests.open(database)
            try checkWhole(store.snapshot(of: id, at: nil), store)
            store.close()
        }
        let clock = TestClock()
        clock.advance(seconds: 1_000_000_000)
        store = try database.open(clock) { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        try database.rest(clock)
        #expect(try database.query("SELECT count(*) FROM dead") == 0)
        #expect(try DeadRecordTests.findings(database) == [])
    }
}
