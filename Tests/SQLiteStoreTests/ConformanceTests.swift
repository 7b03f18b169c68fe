import Lists
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("Every store does what the port promises")
struct ConformanceTests {
    @Test("in SQLite", arguments: ConformanceCheck.all)
    func sqlite(_ check: ConformanceCheck) throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        try check.run(on: store)
    }

    @Test("in SQLite with hardly any cache", arguments: ConformanceCheck.all)
    func sqliteWithoutCache(_ check: ConformanceCheck) throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.nodeCacheBytes = 0
            $0.headLimit = 1
            $0.batchLimit = 2
        }
        defer { store.close() }
        try check.run(on: store)
    }

    @Test("in SQLite with every replacement prepared beside the writer", arguments: ConformanceCheck.all)
    func sqliteBesideTheWriter(_ check: ConformanceCheck) throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.shortReplacement = -1
            $0.stagedRows = 8
        }
        defer { store.close() }
        try check.run(on: store)
        try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
    }

    @Test("in SQLite with the shortest history", arguments: ConformanceCheck.all.filter { $0.name.contains("random operations") })
    func sqliteWithShortHistory(_ check: ConformanceCheck) throws {
        let database = try TestDatabase()
        let store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        try check.run(on: store)
    }

    @Test("in memory", arguments: ConformanceCheck.all)
    func memory(_ check: ConformanceCheck) throws {
        let clock = TestClock()
        let store = MemoryListStore(describeList: ConformanceCheck.describe, now: { clock.now }) {
            UUIDv7Source(now: { clock.now }, random: { .random(in: .min ... .max) })
        }
        try check.run(on: store)
    }
}
