import Lists
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("A database that is opened again")
struct RestartTests {
    @Test("has every list and every version")
    func keepsVersions() throws {
        let database = try TestDatabase()
        let id = try listID("kept")
        let contents = (1...5).map { ListModel.counting($0 * 60) }
        var store = try database.open()
        for content in contents { try store.put(content, into: id) }
        try store.put(ListModel(title: "other", []), into: listID("other"))
        store.close()
        store = try database.open()
        defer { store.close() }
        for (index, content) in contents.enumerated() {
            let snapshot = try store.snapshot(of: id, at: Int64(index + 1))
            #expect(try ListModel(snapshot) == content)
            try checkWhole(snapshot, store)
        }
        #expect(try store.lists(prefix: "", after: nil, limit: 9).map(\.id.text) == ["kept", "other"])
        #expect(try store.put(.counting(9), into: id).version == 6)
    }

    @Test("goes on counting after a list that was deleted before")
    func keepsTombstones() throws {
        let database = try TestDatabase()
        let id = try listID("ended")
        var store = try database.open()
        let number = try store.put(.counting(10), into: id).head.number
        try store.delete(id)
        store.close()
        store = try database.open()
        defer { store.close() }
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: nil) }
        let again = try store.put(.counting(10), into: id)
        #expect(again.version == 3)
        #expect(again.head.number > number)
        try eventually { try database.query("SELECT count(*) FROM list") == 1 }
        #expect(try database.itemRevisions().count == 10)
    }

    @Test("knows type names and properties, and gives numbers on from where they were")
    func keepsHead() throws {
        let database = try TestDatabase()
        let id = try listID("head")
        var store = try database.open()
        let content = ListModel(title: "T", [.init("s", items: [.init("a", type: "A", "1"), .init("b", type: "B", "2")])])
        let first = try store.put(content, into: id).head
        store.close()
        store = try database.open()
        defer { store.close() }
        let second = try store.snapshot(of: id, at: nil).head
        #expect(second.types.names == first.types.names)
        #expect(second.properties == first.properties)
        #expect(second.counter == first.counter)
        #expect(second.createdAt == first.createdAt)
        var changed = content
        changed.sections[0].items[0].type = "C"
        #expect(try ListModel(store.put(changed, into: id)) == changed)
    }
}
