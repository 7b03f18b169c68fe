import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A view in the store")
struct ViewStoreTests {
    private static func made(
        _ definition: String = "{\"of\":\"source\"}"
    ) throws -> (database: TestDatabase, store: SQLiteListStore, source: ListID, view: ListID) {
        let database = try TestDatabase()
        let store = try database.open()
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(50), into: source)
        try store.define(view, definition)
        try store.put(.counting(60), into: source)
        return (database, store, source, view)
    }

    @Test("is whole to the check, and one that is not what its definition says is found")
    func check() throws {
        let (database, store, source, _) = try Self.made()
        store.close()
        let summary = try DatabaseCheck.run(database.path) { Issue.record("\($0)") }
        #expect(summary.lists == 2 && summary.findings == 0)
        // The source as it was before.
        try database.execute("UPDATE list SET head = head - 1 WHERE id = '\(source)'")
        try database.execute("DELETE FROM version WHERE key >> 36 = 1 AND key & 68719476735 = 2")
        var findings: [String] = []
        _ = try DatabaseCheck.run(database.path) { findings.append($0) }
        #expect(findings.contains { $0.contains("not what its definition makes of list source") }, "\(findings)")
    }

    @Test("goes with a backup, and shows its source's new version once it is restored")
    func restore() throws {
        let (database, store, source, view) = try Self.made()
        store.close()
        let target = try TestDatabase()
        _ = try RestoredCopy(of: database.path, at: target.path, inPlaceOf: DatabaseFiles(target.path), now: 0) { Issue.record("\($0)") }
        _ = try DatabaseCheck.run(target.path) { Issue.record("\($0)") }
        let restored = try target.open()
        defer { restored.close() }
        #expect(try restored.viewStatus(of: view)?.source == 1_000_002)
        #expect(try restored.snapshot(of: view, at: nil).version == 1_000_002)
        #expect(try restored.versions(of: view, before: nil, limit: 9).versions.map(\.source) == [1_000_002])
        try restored.put(.counting(7), into: source)
        let head = try restored.snapshot(of: view, at: nil)
        #expect(head.version == 1_000_003 && head.itemCount == 7)
        #expect(try restored.views(of: source) == [view])
    }

    @Test("whose update fails stays as it was, is known to be behind, and refuses its source nothing")
    func failure() throws {
        let (database, first, source, view) = try Self.made()
        first.close()
        let number = try database.query("SELECT list FROM view")
        try database.changeNewestRecord(ofList: number, 0) { _ in nil }
        let store = try database.open()
        #expect(try store.put(.counting(61), into: source).version == 3)
        #expect(try store.put(.counting(62), into: source).version == 4)
        let status = try #require(try store.viewStatus(of: view))
        #expect(!status.isCurrent && status.source == 2 && status.head.version == 2)
        #expect(store.viewCounts == (1, 1))
        store.close()
        #expect(try database.query("SELECT behind FROM view") == 2)
    }

    @Test("whose rows can't be written is alone in that: the other views of its source are up to date, in the same commit")
    func failureOfRows() throws {
        let (database, first, source, _) = try Self.made()
        let views = try ["a", "b", "c"].map { try listID($0) }
        for view in views { try first.define(view, #"{"of":"source","sortBy":[""]}"#) }
        first.close()
        // The number of the next version of “b” is taken.
        let number = try database.query("SELECT number FROM list WHERE id = 'b'")
        try database.execute(
            """
            INSERT INTO version (key, section_count, item_count, properties, time, garbage_chunks, garbage_bytes)
            SELECT key + 1, 0, 0, properties, time, 0, 0 FROM version WHERE key >> 36 = \(number)
            """)
        let store = try database.open()
        defer { store.close() }
        #expect(try store.setValue("-1", at: 7, of: source) == 3)
        for view in views {
            let status = try #require(try store.viewStatus(of: view))
            #expect(status.isCurrent == (view != views[1]))
            #expect(status.source == (view == views[1] ? 2 : 3) && status.head.version == (view == views[1] ? 1 : 2))
            let item = try status.head.item(at: IndexPath(section: 0, row: 0))
            #expect(try status.head.revision(of: item).value.text == (view == views[1] ? "0" : "-1"))
        }
        #expect(store.viewCounts == (4, 1))
    }

    @Test("is what its definition says after writes through it and beside it that are committed together, and after some that were refused")
    func refusedWrites() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { withExtendedLifetime(database) { store.close() } }
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(50), into: source)
        try store.define(view, #"{"of":"source","sortBy":[""]}"#)
        for round in 0..<20 {
            // The view's order is looked at with a value that is then given up.
            #expect(throws: ListError.self) {
                try store.writeAndWait(source) { transaction in
                    let edit = try transaction.edit()
                    try edit.updateItem(at: IndexPath(section: 0, row: round), value: JSONText(verbatim: "\(1_000 - round)"))
                    try transaction.commit(edit)
                    #expect(try transaction.head(of: view)?.itemCount == 50)
                    throw ListError(.unavailable, "given up")
                }
            }
            try store.setValue("\(round * 7 % 50)", at: round, of: source)
        }
        let shown = try #require(try store.viewStatus(of: view)?.head)
        let values = try shown.items(in: 0..<50).map { Int(try shown.revision(of: $0).value.text) ?? -1 }
        #expect(values == values.sorted() && values.count == 50)
    }

    @Test("that stays behind until its source lets go what it shows is emptied, and filled once it can be made again")
    func emptied() throws {
        // The first five, of which one goes: so the whole source is looked at for another.
        let (database, first, source, view) = try Self.made(#"{"of":"source","sortBy":[""],"limit":5}"#)
        first.close()
        // An item that no write touches can't be read any more.
        let number = try database.query("SELECT number FROM list WHERE id = '\(source)'")
        try database.changeNewestRecord(ofList: number, 1) { _ in nil }
        let store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        for round in 0..<20 {
            _ = try store.writeAndWait(source) { transaction in
                let edit = try transaction.edit()
                try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\(1_000 + round)"))
                return try transaction.commit(edit).version
            }
        }
        var status = try #require(try store.viewStatus(of: view))
        #expect(!status.isCurrent && status.source == nil && status.head.itemCount == 0)
        #expect(try store.watch(view)?.oldest == status.head.version)
        try store.delete(source)
        try store.put(.counting(3), into: source)
        status = try #require(try store.viewStatus(of: view))
        #expect(status.isCurrent && status.head.itemCount == 3)
        #expect(store.viewCounts == (1, 0))
    }

    @Test("counts with no type that is stored")
    func types() throws {
        let (database, store, source, _) = try Self.made()
        defer { withExtendedLifetime(database) { store.close() } }
        try store.put(ListModel([.init("s", items: [.init("i", type: "T", "1")])]), into: source)
        #expect(try store.uses(of: "T", after: 0, limit: 9).map(\.list) == [source])
    }

    @Test("takes no content from a replacement")
    func refuses() throws {
        let (database, store, _, view) = try Self.made()
        defer { withExtendedLifetime(database) { store.close() } }
        let error = #expect(throws: ListError.self) { try store.put(.counting(3), into: view) }
        #expect(error?.code == .viewNotWritable)
        let other = #expect(throws: ListError.self) { try store.upload(ListModel.counting(3).draft, into: view) }
        #expect(other?.code == .viewNotWritable)
        #expect(try store.snapshot(of: view, at: nil).itemCount == 60)
    }
}
