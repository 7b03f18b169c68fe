import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A view that several stores of a log write")
struct ClusterViewTests {
    private let log = MemoryLog()
    private let databases: [TestDatabase]
    private let stores: [SQLiteListStore]
    private let source: ListID
    private let view: ListID

    init() throws {
        let log = log
        databases = [try TestDatabase(), try TestDatabase()]
        stores = try databases.map { try $0.open { $0.log = log } }
        (source, view) = (try listID("source"), try listID("view"))
    }

    /// Holds that both stores show the view with so many items, and know it as one of its source.
    private func expect(_ count: Int?, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
        for store in stores {
            try store.catchUp(Freshness())
            #expect(try store.views(of: source) == (count == nil ? [] : [view]), sourceLocation: sourceLocation)
            #expect(store.viewCounts == (count == nil ? 0 : 1, 0), sourceLocation: sourceLocation)
            // The writer's own count, which bounds them.
            let counted = try store.writeAndWait(view) { [source] in $0.viewCount(of: source) }
            #expect(counted == (count == nil ? 0 : 1), sourceLocation: sourceLocation)
            guard let count else { continue }
            #expect(try store.snapshot(of: view, at: nil).head.itemCount == count, sourceLocation: sourceLocation)
            #expect(try store.viewStatus(of: view)?.isCurrent == true, sourceLocation: sourceLocation)
        }
    }

    @Test("is judged by its newest definition on a store that knows an older one")
    func definedElsewhere() throws {
        defer { stores.forEach { $0.close() } }
        try stores[0].put(.counting(5), into: source)
        try stores[0].define(view, "{\"of\":\"source\",\"where\":{\"value\":\"\",\"equals\":\"none\"}}")
        try stores[1].put(.counting(6), into: source)
        try expect(0)
        try stores[0].define(view, "{\"of\":\"source\"}")
        try expect(6)
        try stores[1].put(.counting(8), into: source)
        try expect(8)
    }

    @Test("is made, filled, defined anew and deleted on one store, and right on the next one at once")
    func follows() throws {
        defer { stores.forEach { $0.close() } }
        try stores[0].put(.counting(5), into: source)
        try stores[0].define(view, "{\"of\":\"source\"}")
        try expect(5)
        try stores[1].put(.counting(8), into: source)
        try expect(8)
        try stores[1].define(view, "{\"of\":\"source\",\"limit\":3}")
        try expect(3)
        try stores[0].put(.counting(9), into: source)
        try expect(3)
        try stores[1].delete(source)
        try expect(0)
        try stores[0].put(.counting(2), into: source)
        try expect(2)
        try stores[0].delete(view)
        try expect(nil)
        try stores[1].put(.counting(4), into: source)
        try stores[1].define(view, "{\"of\":\"source\"}")
        try expect(4)
        stores.forEach { $0.close() }
        for database in databases { try database.apply(log.entries) }
        #expect(try databases[0].differences(from: databases[1]) == [])
        #expect(try databases[0].findings() == [])
    }

    @Test("that one store could not bring up to date is built by the next one, which knows that it is behind")
    func behind() throws {
        defer { stores.forEach { $0.close() } }
        try stores[0].put(.counting(5), into: source)
        try stores[0].define(view, "{\"of\":\"source\"}")
        try stores[1].catchUp(Freshness())
        stores[0].close()
        try databases[0].changeNewestRecord(ofList: try databases[0].query("SELECT list FROM view"), 0) { _ in nil }
        let damaged = try databases[0].open { $0.log = log }
        defer { damaged.close() }
        try damaged.put(.counting(6), into: source)
        try eventually("the view to be built") {
            try stores[1].catchUp(Freshness())
            return try stores[1].viewStatus(of: view).map { $0.isCurrent && $0.head.itemCount == 6 } ?? false
        }
        try stores[1].put(.counting(7), into: source)
        #expect(stores[1].viewCounts == (1, 0))
        #expect(try stores[1].snapshot(of: view, at: nil).head.itemCount == 7)
    }
}
