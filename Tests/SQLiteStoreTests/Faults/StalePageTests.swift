import Lists
import Ports
import StoreSuite
import Synchronization
import Testing
@testable import SQLiteStore

/// A disk that loses the last write of a page gives back what was there before.
@Suite("A page that a disk gives back as it was before")
struct StalePageTests {
    private static func findings(_ database: TestDatabase) throws -> [String] {
        let found = Mutex<[String]>([])
        _ = try DatabaseCheck.run(database.path) { text in found.withLock { $0.append(text) } }
        return found.withLock { $0 }
    }

    /// Rows of `long_write`: that of the write that made the list, one of its next version with keys that the list has, one of keys that it has
    /// not with another version, and one of a deleted list.
    @Test(
        "of long writes that have ended is refused at the start, deletes nothing, and is found by the check",
        arguments: [
            "(1, 1 << 36 | 1, 1)", "(1, 1 << 36 | 1, 3)", "(1, (SELECT counter FROM list WHERE number = 1) + 1, 2)",
            "(1, (SELECT counter FROM list WHERE number = 1) + 1, 4)", "(2, (SELECT counter FROM list WHERE number = 2) + 1, 2)",
            "(1, 2 << 36 | 1, 3)", "(0, 1, 1)", "(-9223372036854775808, 1, -9223372036854775808)", "(77, 77 << 36 | 1, 0)",
        ])
    func staging(row: String) throws {
        let database = try TestDatabase()
        let store = try database.open { $0.shortReplacement = 10 }
        let id = try listID("l")
        for count in [500, 600] { try store.put(.counting(count), into: id) }
        try store.put(.counting(300), into: listID("gone"))
        _ = try store.writeAndWait(listID("gone")) { try $0.delete() }
        store.close()
        #expect(try Self.findings(database) == [])
        try database.execute("INSERT INTO long_write (list, first, version) VALUES \(row)")
        let rows = try database.rowCount()
        for _ in 0..<2 {
            let failure = #expect(throws: SQLiteFailure.self) { try database.open() }
            #expect(failure?.code == .corrupt && failure?.message.contains("long_write") == true)
        }
        #expect(try database.rowCount() == rows)
        #expect(try Self.findings(database).contains { $0.contains("long_write") })
        try database.execute("DELETE FROM long_write")
        let again = try database.open()
        defer { again.close() }
        #expect(try ListModel(again.snapshot(of: id, at: nil)) == .counting(600))
    }

    @Test("of counters costs nothing: events and interactions go on behind those that are stored, and the check says so")
    func counters() throws {
        let database = try TestDatabase()
        var store = try database.open()
        let id = try listID("l")
        try store.put(.counting(3), into: id)
        try store.register(ConformanceCheck.webhook("w"))
        for _ in 0..<5 { try store.select(in: id) }
        store.close()
        #expect(try Self.findings(database) == [])
        try database.execute("UPDATE event_counter SET event = 2, time = 0; UPDATE interaction_count SET sequence = 1")
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains("counter of events says 2 where 5") }, "\(found)")
        #expect(found.contains { $0.contains("interactions of list l count 1 where 5") }, "\(found)")
        store = try database.open()
        defer { store.close() }
        #expect(try store.select(in: id) == 6)
        #expect(try store.put(.counting(4), into: id).version == 2)
        #expect(try database.query("SELECT max(number) FROM event") == 7)
        #expect(try Self.findings(database) == [])
    }

    @Test("of a list's row is found by the check")
    func head() throws {
        let database = try TestDatabase()
        let store = try database.open()
        for count in [5, 6, 7] { try store.put(.counting(count), into: listID("l")) }
        store.close()
        try database.execute("UPDATE list SET head = 2")
        #expect(try Self.findings(database).contains { $0.contains("1 versions are above its head, 2") })
    }

    @Test(
        "of another database, with numbers that no list has, ends nothing: an error, and found by the check",
        arguments: [
            "created_at", "head", "deleted", "oldest", "base", "collected", "counter", "history_bytes", "record_bytes", "dead_bytes",
        ])
    func extremes(column: String) throws {
        for value in [Int64.max, .min, .max - 1] {
            let database = try TestDatabase()
            var store = try database.open()
            let (id, other) = (try listID("l"), try listID("other"))
            for count in [5, 6, 7] { try store.put(.counting(count), into: id) }
            try store.put(.counting(2), into: other)
            store.close()
            try database.execute("UPDATE list SET \(column) = \(value) WHERE id = 'l'")
            #expect(try Self.findings(database).contains { $0.contains("numbers that no list has") }, "\(value)")
            store = try database.open()
            let failure = #expect(throws: (any Error).self) { try store.put(.counting(8), into: id) }
            #expect(failure is SQLiteFailure || (failure as? ListError)?.code == .unavailable, "\(String(describing: failure))")
            #expect(throws: (any Error).self) { try ListModel(store.snapshot(of: id, at: nil)) }
            #expect(!store.isReady)
            #expect(try store.put(.counting(3), into: other).version == 2)
            store.close()
        }
    }
}
