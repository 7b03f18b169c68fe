import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

/// Can fail: with rows that only shrink where they are, the list takes four times what it took, and more with longer nodes.
@Suite("The space that a list takes")
struct SpaceTests {
    /// A prime number, so that the traffic comes by every item.
    private static let items = 3_001

    @Test("stays within one and a half times what lives, and the history, however often each item was changed")
    func bounded() throws {
        let database = try TestDatabase()
        let id = try listID("changed")
        var store = try Self.open(database)
        try store.put(.counting(Self.items), into: id)
        store.close()
        var changes = 0
        for times in [1, 2, 10] {
            store = try Self.open(database)
            let count = times * Self.items - changes
            changes += count
            #expect(StoreTraffic.update(store, id, items: Self.items, count: count) == count)
            try eventually { try database.query("SELECT count(*) FROM list WHERE collected < head - 15") == 0 }
            let content = try ListModel(store.snapshot(of: id, at: nil))
            store.close()
            let fresh = try TestDatabase()
            let other = try Self.open(fresh)
            try other.put(content, into: id)
            other.close()
            let (taken, lives) = (try Self.bytes(database), try Self.bytes(fresh))
            let history = try database.query("SELECT history_bytes FROM list")
            #expect(taken <= lives + lives / 2 + history, "\(times): \(taken) bytes, \(lives) live, \(history) of history")
        }
    }

    private static func open(_ database: TestDatabase) throws -> SQLiteListStore {
        try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
    }

    /// Bytes of the pages in use.
    private static func bytes(_ database: TestDatabase) throws -> Int64 {
        try (database.query("PRAGMA page_count") - database.query("PRAGMA freelist_count")) * 4_096
    }
}
