import Lists
import Ports
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("A store whose numbers are used up")
struct NumbersTests {
    @Test("refuses what a list has no more keys for, changes nothing, and serves what is there")
    func keys() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        var store = try database.open()
        try store.put(.counting(3), into: id)
        store.close()
        try database.execute("UPDATE list SET counter = ((number + 1) << 36) - 3")
        store = try database.open()
        defer { store.close() }
        let failure = #expect(throws: ListError.self) { try store.put(.counting(9), into: id) }
        #expect(failure?.code == .limitExceeded && failure?.message.contains("another") == true)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(3))
        #expect(try store.put(.counting(4), into: listID("other")).version == 1)
        _ = try store.writeAndWait(id) { try $0.delete() }
        #expect(try store.put(.counting(9), into: id).version == 3)
    }

    @Test("refuses a new list where no number is left for one, and writes to those that are there")
    func lists() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        var store = try database.open()
        try store.put(.counting(3), into: id)
        store.close()
        try database.execute(
            """
            INSERT INTO list SELECT \(KeyRange.lastList), 'gone', 0, 1, 1, 1, \(KeyRange.lastList) << 36, created_at, 2, 0, 0, 0, 0 FROM list
            """)
        store = try database.open()
        defer { store.close() }
        let failure = #expect(throws: ListError.self) { try store.put(.counting(1), into: listID("new")) }
        #expect(failure?.code == .limitExceeded)
        #expect(try store.put(.counting(4), into: id).version == 2)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(4))
    }
}
