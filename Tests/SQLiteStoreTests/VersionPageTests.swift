import Conformance
import Dispatch
import GRDB
import Lists
import Ports
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
        let plan = try DatabaseQueue(path: database.path).inDatabase {
            try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + RecordReader.versionRun, arguments: [1, 2, 3]).map { (row: Row) -> String in
                row["detail"]
            }
        }
        #expect(plan == ["SEARCH version USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
    }

    @Test("of a database that was made before authors were kept have none, and new ones have")
    func migration() throws {
        let database = try TestDatabase()
        let queue = try DatabaseQueue(path: database.path)
        try queue.inDatabase { database in
            try database.execute(sql: Schema.lists)
            try database.execute(sql: "INSERT INTO list VALUES (1, 'old', 0, 1, 1, 1, 1099511627776, 0, NULL, 0, 0)")
            try database.execute(sql: "INSERT INTO version VALUES (1099511627777, NULL, NULL, 0, 0, 1099511627776, 7, NULL, 0, 0)")
            try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('0001-lists')")
        }
        try queue.close()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("old")
        try store.replaceAndWait(id, with: .draft(ListModel.counting(2).draft), by: "ann")
        let page = try store.versions(of: id, before: nil, limit: 9)
        #expect(page.versions.map(\.author) == ["ann", nil] && page.versions.map(\.version) == [2, 1])
    }
}
