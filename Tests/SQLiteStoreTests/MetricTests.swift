import Foundations
import Lists
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("What the store counts")
struct MetricTests {
    @Test("follows the history as it grows and is collected, also when the store is opened again")
    func history() throws {
        let database = try TestDatabase()
        let id = try listID("counted")
        let policy = RetentionPolicy(versions: 20, seconds: 0)
        let store = try database.open { $0.retention = policy }
        try store.put(.counting(10), into: id)
        #expect(StoreTraffic.update(store, id, items: 10, count: 50) == 50)
        try eventually { store.historyCounts.versions == 19 && store.historyCounts.uncollected == 0 }
        #expect(store.historyCounts.bytes > 0 && store.historyCounts.deletedLists == 0)
        let counts = store.historyCounts
        store.close()

        let again = try database.open { $0.retention = policy }
        defer { again.close() }
        try eventually { again.historyCounts == counts }
        try again.delete(id)
        try eventually { again.historyCounts == HistoryCounts() }
    }

    @Test("adds up the writes of all commits")
    func batches() throws {
        let store = try TestDatabase().open()
        defer { store.close() }
        let id = try listID("counted")
        try store.put(.counting(10), into: id)
        #expect(StoreTraffic.update(store, id, items: 10, count: 200) == 200)
        #expect(store.batchSizes.sum == 201)
        #expect(store.batchSizes.counts.reduce(0, +) == store.commitCount)
    }

    @Test("knows what the cache of nodes had")
    func nodes() throws {
        let database = try TestDatabase()
        let id = try listID("counted")
        let store = try database.open()
        try store.put(.counting(10), into: id)
        store.close()
        let again = try database.open()
        defer { again.close() }
        for _ in 0..<3 { _ = try again.snapshot(of: id, at: nil).items(in: 0..<5) }
        let counts = again.nodeCacheCounts
        #expect(counts.decoded.misses > 0 && counts.decoded.hits > 0 && counts.decoded.cost > 0)
    }
}
