import CellTypes
import Dispatch
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A database that was restored")
struct RestoredVersionsTests {
    /// Restores a backup into another folder.
    private static func restore(_ backup: TestDatabase) throws -> TestDatabase {
        let target = try TestDatabase()
        _ = try RestoredCopy(of: backup.path, at: target.path, inPlaceOf: DatabaseFiles(target.path), now: 0) {
            Issue.record("\($0)")
        }
        return target
    }

    @Test("has each list with the same content in a new version, the oldest that can be read, and no number comes again")
    func raises() throws {
        let backup = try TestDatabase()
        var store = try backup.open()
        let (id, gone, again) = (try listID("l"), try listID("gone"), try listID("again"))
        for count in [500, 900, 40, 3_000] { try store.put(.counting(count), into: id) }
        _ = StoreTraffic.update(store, id, items: 3_000, count: 20)
        for list in [gone, again] {
            try store.put(.counting(3), into: list)
            _ = try store.writeAndWait(list) { try $0.delete() }
        }
        try store.put(.counting(7), into: again)
        try store.register(CellType(name: "T"))
        let content = try ListModel(store.snapshot(of: id, at: nil))
        let types = store.cellTypes.version
        store.close()

        let target = try Self.restore(backup)
        let summary = try DatabaseCheck.run(target.path) { Issue.record("\($0)") }
        #expect(summary.lists == 2 && summary.versions == 2)
        store = try target.open()
        defer { store.close() }
        let head = try store.snapshot(of: id, at: nil)
        #expect(head.version == 1_000_024)
        #expect(try ListModel(head) == content)
        try checkWhole(head, store)
        #expect(try store.watch(id)?.oldest == head.version)
        for version in [1, 24, 25, 1_000_023] as [Int64] {
            let error = #expect(throws: ListError.self) { try store.snapshot(of: id, at: version) }
            #expect(error?.code == .versionGone)
        }
        #expect(try store.versions(of: id, before: nil, limit: 9).versions.map(\.version) == [head.version])
        #expect(try store.snapshot(of: again, at: nil).version == 1_000_003)
        #expect(try store.put(.counting(3), into: gone).version == 1_000_003)
        #expect(store.cellTypes.version == types + 1_000_000)
        // Goes on as any list does, and is rid of what the history had.
        for count in [3_001, 10, 20] { try store.put(.counting(count), into: id) }
        try checkWhole(store.snapshot(of: id, at: nil), store)
        try eventually("all to be collected") { try target.query("SELECT count(*) FROM version WHERE key & 68719476735 < 1000000") == 0 }
    }

    /// Names of now, by those that they had in older schemas.
    private static let tables = ["journal": "event_counter", "audience": "recipient_set"]
    private static let columns = ["audience": "recipients"]

    @Test("of a backup of each older schema has this program's, and numbers that rise as well", arguments: 1..<Schema.migrations.count)
    func olderSchema(_ migrations: Int) throws {
        let backup = try TestDatabase()
        let connection = try DatabaseConnection(backup.path, setUp: "PRAGMA journal_mode = DELETE")
        try connection.migrate(Array(Schema.migrations.prefix(migrations)))
        let made = try TestDatabase()
        var store = try made.open()
        let id = try listID("l")
        for count in [300, 40] { try store.put(.counting(count), into: id) }
        let content = try ListModel(store.snapshot(of: id, at: nil))
        store.close()
        // The columns that the older schema has.
        try connection.execute("ATTACH '\(made.path)' AS made")
        let tables: [String] = try connection.values("SELECT name FROM main.sqlite_master WHERE type = 'table'")
        for table in tables where table != "grdb_migrations" && !table.hasPrefix("sqlite_") {
            let columns: [String] = try connection.values("SELECT name FROM main.pragma_table_info('\(table)')")
            let (older, newer) = (columns.joined(separator: ", "), columns.map { Self.columns[$0] ?? $0 }.joined(separator: ", "))
            try connection.execute(
                "DELETE FROM main.\(table); INSERT INTO main.\(table) (\(older)) SELECT \(newer) FROM made.\(Self.tables[table] ?? table)")
        }
        try connection.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(migrations)")
        try connection.close()

        let target = try Self.restore(backup)
        #expect(try DatabaseCheck.run(target.path) { Issue.record("\($0)") }.lists == 1)
        store = try target.open()
        defer { store.close() }
        let head = try store.snapshot(of: id, at: nil)
        #expect(try head.version == 1_000_002 && ListModel(head) == content)
        #expect(try store.put(.counting(1), into: listID("new")).version == 1_000_001)
    }

    @Test("gives lists that the backup does not know numbers above those that were lost, and again when it is restored once more")
    func unknownLists() throws {
        let backup = try TestDatabase()
        var store = try backup.open()
        #expect(try store.put(.counting(1), into: listID("known")).version == 1)
        store.close()
        var path = backup
        for round in 1...2 as ClosedRange<Int64> {
            path = try Self.restore(path)
            store = try path.open()
            let id = try listID("made-\(round)")
            let made = try store.put(.counting(3), into: id)
            #expect(made.version == round * 1_000_000 + 1 && made.head.base == round * 1_000_000)
            let error = #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
            #expect(error?.code == .versionGone)
            #expect(try store.put(.counting(4), into: id).version == made.version + 1)
            try checkWhole(store.snapshot(of: id, at: nil), store)
            store.close()
            _ = try DatabaseCheck.run(path.path) { Issue.record("\($0)") }
        }
    }

    @Test("has nothing of a long write that was under way when the backup was made")
    func longWrite() throws {
        let backup = try TestDatabase()
        let gate = Gate()
        let store = try backup.open(gate: gate) {
            $0.shortReplacement = 10
            $0.stagedRows = 64
        }
        let id = try listID("l")
        try store.put(.counting(200), into: id)
        gate.close(after: 500)
        var draft = ListModel([.init("t", items: (0..<1_000).map { .init("x\($0)", "\($0)") })]).draft
        for row in draft.sections[0].items.indices { draft.sections[0].items[row].id = nil }
        let done = DispatchSemaphore(value: 0)
        store.replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }) { _ in done.signal() }
        gate.waitForVisitor()
        #expect(try backup.query("SELECT count(*) FROM long_write") == 1)
        let copy = try TestDatabase()
        try SQLiteListStore.backUp(backup.path, to: copy.path)
        gate.open()
        done.wait()
        store.close()
        let target = try Self.restore(copy)
        let summary = try DatabaseCheck.run(target.path) { Issue.record("\($0)") }
        #expect(summary == DatabaseCheck.Summary(lists: 1, versions: 1, items: 200))
        let restored = try target.open()
        defer { restored.close() }
        #expect(try ListModel(restored.snapshot(of: id, at: nil)) == .counting(200))
        #expect(try restored.put(.counting(3), into: id).version == 1_000_002)
    }
}
