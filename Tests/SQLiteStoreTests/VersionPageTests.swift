import Dispatch
import Lists
import Ports
import StoreSuite
import Synchronization
import Testing
@testable import SQLiteStore

@Suite("The versions of a list")
struct VersionPageTests {
    @Test("are those that can be read, while versions leave the history and are collected")
    func readable() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        let id = try listID("busy")
        try store.put(.counting(50), into: id)
        let isDone = Atomic<Bool>(false)
        let writes = DispatchGroup()
        DispatchQueue.global().async(group: writes) {
            _ = StoreTraffic.update(store, id, items: 50, count: 5_000, waiting: 8)
            isDone.store(true, ordering: .relaxed)
        }
        var (pages, lowest) = (0, Int64(0))
        while !isDone.load(ordering: .relaxed) || pages == 0 {
            let page = try store.versions(of: id, before: nil, limit: 500)
            #expect(page.versions.map(\.version) == Array((page.oldest...page.head).reversed()))
            #expect(page.oldest >= lowest)
            lowest = page.oldest
            // The newest is there for a while yet, and the one below the oldest never comes back.
            if let head = try? store.snapshot(of: id, at: page.head) { #expect(head.itemCount == page.versions.first?.itemCount) }
            if page.oldest > 1 { #expect(throws: ListError.self) { try store.snapshot(of: id, at: page.oldest - 1) } }
            pages += 1
        }
        writes.wait()
        let page = try store.versions(of: id, before: nil, limit: 500)
        for entry in page.versions {
            let head = try store.snapshot(of: id, at: entry.version).head
            #expect(head.updatedAt == entry.updatedAt && head.itemCount == entry.itemCount && head.sectionCount == entry.sectionCount)
        }
    }

    @Test("are read by a range of the primary key, and by a store that only reads")
    func plan() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let id = try listID("planned")
        for count in 1...5 { try store.put(.counting(count), into: id) }
        let reader = try SQLiteListStore.openReadOnly(configuration: SQLiteStoreConfiguration(path: database.path))
        #expect(try reader.versions(of: id, before: 5, limit: 2) == store.versions(of: id, before: 5, limit: 2))
        reader.close()
        store.close()
        let plan: [String] = try DatabaseConnection(database.path, setUp: "").statement("EXPLAIN QUERY PLAN " + RecordReader.versionRun)
            .all(1, 2, 3) { $0["detail"] }
        #expect(plan == ["SEARCH version USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
    }
}
