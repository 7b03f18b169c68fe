import Foundation
import Lists
import Ports
import StoreSuite
import Synchronization
import Testing
@testable import SQLiteStore

@Suite("The check of a database")
struct CheckTests {
    /// Runs the check.
    private static func findings(_ database: TestDatabase) throws -> [String] {
        let found = Mutex<[String]>([])
        let summary = try DatabaseCheck.run(database.path) { text in found.withLock { $0.append(text) } }
        let texts = found.withLock { $0 }
        #expect(summary.findings == texts.count)
        return texts
    }

    /// A database with a history, closed.
    private static func made() throws -> TestDatabase {
        let database = try TestDatabase()
        let store = try database.open()
        let id = try listID("l")
        for count in [500, 900, 40, 3_000] { try store.put(.counting(count), into: id) }
        _ = StoreTraffic.update(store, id, items: 3_000, count: 50)
        try store.put(.counting(2_990), into: id)
        try store.put(ListModel([]), into: listID("empty"))
        try store.put(.counting(3), into: listID("gone"))
        _ = try store.writeAndWait(listID("gone")) { try $0.delete() }
        store.close()
        return database
    }

    @Test("finds nothing in a whole one, with its history, also while it is written to")
    func whole() throws {
        let database = try Self.made()
        let summary = try DatabaseCheck.run(database.path) { Issue.record("\($0)") }
        #expect(summary == DatabaseCheck.Summary(lists: 2, versions: 56, items: 2_990))
        let store = try database.open()
        defer { store.close() }
        let isDone = Atomic<Bool>(false)
        let writing = Thread {
            while !isDone.load(ordering: .acquiring) {
                if let id = ListID("l") { _ = StoreTraffic.update(store, id, items: 2_990, count: 20) }
            }
        }
        writing.start()
        for _ in 0..<5 { #expect(try Self.findings(database) == []) }
        isDone.store(true, ordering: .releasing)
    }

    @Test(
        "names what is wrong",
        arguments: [
            ("DELETE FROM version WHERE key & 68719476735 = 30", "version 30 is missing"),
            (
                "UPDATE parent SET parent = parent + 1 WHERE number = (SELECT max(number) FROM name WHERE list = 1 AND kind = 0)",
                "placement"
            ),
            ("DELETE FROM name WHERE number = (SELECT max(number) FROM name WHERE list = 1 AND kind = 0)", "leads to nothing"),
            ("UPDATE version SET item_count = item_count + 1 WHERE key & 68719476735 = 55", "not what its parent says"),
            ("UPDATE version SET garbage = NULL WHERE key & 68719476735 = 40", "records where"),
            ("UPDATE version SET garbage = x'00FF' WHERE key & 68719476735 = 40", "left behind is damaged"),
            ("UPDATE pack SET data = x'0102' WHERE last = (SELECT max(last) FROM pack WHERE last >> 36 = 1)", "is damaged"),
            ("UPDATE pack SET data = data || x'00' WHERE last = (SELECT min(last) FROM pack WHERE last >> 36 = 1)", "is damaged"),
            ("UPDATE pack SET last = last - 1 WHERE last = (SELECT max(last) FROM pack WHERE last >> 36 = 1)", "is damaged"),
            ("DELETE FROM pack WHERE last = (SELECT max(last) FROM pack WHERE last >> 36 = 1)", "missing"),
            ("INSERT INTO pack SELECT 99 << 36 | 7, data FROM pack WHERE last = (SELECT max(last) FROM pack)", "belong to no list"),
        ])
    func faults(sql: String, words: String) throws {
        let database = try Self.made()
        #expect(try Self.findings(database) == [])
        try database.execute(sql)
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test(
        "names what is wrong with a record of a pack",
        arguments: [
            (0, false, "node"), (1, false, "revision"), (2, false, "of section"), (3, false, "the properties of version"),
            (0, true, "is damaged"), (1, true, "of an item"), (2, true, "of section"), (3, true, "the properties of version"),
        ] as [(UInt8, Bool, String)])
    func recordFaults(kind: UInt8, isDamaged: Bool, words: String) throws {
        let database = try Self.made()
        try database.changeNewestRecord(ofList: 1, kind) { _ in isDamaged ? [0xFF] : nil }
        let found = try Self.findings(database)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test("names garbage that nothing names")
    func leak() throws {
        let database = try Self.made()
        // What version 30 has left behind is not counted twice, nor left out.
        try database.execute("DELETE FROM version WHERE key = (SELECT number << 36 | 2 FROM list WHERE id = 'l')")
        try database.execute("UPDATE list SET oldest = 3, collected = 2 WHERE id = 'l'")
        #expect(try Self.findings(database).contains { $0.contains("records where") })
    }

    @Test("reports what SQLite finds")
    func pages() throws {
        let database = try Self.made()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database.path))
        try file.seek(toOffset: try file.seekToEnd() / 2 / 4096 * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        #expect(try Self.findings(database).contains { $0.hasPrefix("SQLite: ") })
    }
}
