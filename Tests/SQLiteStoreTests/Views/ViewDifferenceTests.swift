import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Can fail: where a view is made whole, the first test finds it behind its source, and the second counts hundreds of records.
@Suite("A view that is kept by difference")
struct ViewDifferenceTests {
    /// Opens a store with a view of a source that lacks its newest record.
    private static func openUnreadable(_ database: TestDatabase, _ source: ListID, _ view: ListID) throws -> SQLiteListStore {
        let first = try database.open()
        try first.put(.counting(300), into: source)
        try first.define(view, #"{"of":"source"}"#)
        first.close()
        let number = try database.query("SELECT number FROM list WHERE id = '\(source)'")
        try database.changeNewestRecord(ofList: number, 1) { _ in nil }
        return try database.open()
    }

    @Test("reads nothing of its source that no write has touched")
    func reads() throws {
        let database = try TestDatabase()
        let (source, view) = (try listID("source"), try listID("view"))
        let store = try Self.openUnreadable(database, source, view)
        defer { store.close() }
        for round in 0..<5 { try store.setValue("\(1_000 + round)", at: round, of: source) }
        let status = try #require(try store.viewStatus(of: view))
        #expect(status.isCurrent && status.source == 6 && status.head.version == 6)
        let (shown, made) = (try store.snapshot(of: view, at: nil), try store.snapshot(of: source, at: nil))
        for row in 0..<5 {
            let path = IndexPath(section: 0, row: row)
            #expect(try shown.item(at: path).entry.revision == made.item(at: path).entry.revision)
        }
    }

    @Test(
        "writes a path of its tree for each item that enters, leaves, or moves, however many there are",
        arguments: [#""sortBy":[""]"#, #""sortBy":[{"value":"","order":"descending"}]"#, #""where":{"value":"","less":100000}"#])
    func rows(members: String) throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { withExtendedLifetime(database) { store.close() } }
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(3_000), into: source)
        let number = try store.define(view, "{\"of\":\"source\",\(members)}").head.number
        func records() throws -> Int {
            var count = 0
            try database.forEachRecord { if $0.key >> 36 == number { count += 1 } }
            return count
        }
        let before = try records()
        #expect(before > 60)
        for (row, value) in [(1_000, "7"), (1_000, "200000"), (20, "2900"), (2_999, "-1")] {
            try store.setValue(value, at: row, of: source)
        }
        #expect(try records() - before < 60)
        #expect(try #require(try store.viewStatus(of: view)).isCurrent)
    }

    @Test("is not made anew where its title changes")
    func title() throws {
        let database = try TestDatabase()
        let (source, view) = (try listID("source"), try listID("view"))
        let store = try Self.openUnreadable(database, source, view)
        defer { store.close() }
        let text = try #require(try store.snapshot(of: view, at: nil).head.properties.view)
        let made = try store.writeAndWait(view) { transaction in
            let edit = try transaction.edit()
            edit.setProperties(ListProperties(title: "new", view: text))
            return try transaction.commit(edit)
        }
        #expect(made.version == 2 && made.itemCount == 300 && made.head.properties.title == "new")
    }
}
