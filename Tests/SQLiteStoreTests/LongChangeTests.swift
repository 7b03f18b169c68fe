import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A long change of a list")
struct LongChangeTests {
    /// A list of one long section and one short.
    private static let long = ListModel([
        .init("s", items: (0..<3_000).map { .init("i\($0)", "\($0)") }), .init("t", items: (0..<5).map { .init("j\($0)", "\($0)") }),
    ])

    private static let deletion = ListContent.change { try $0.deleteSection(at: 0) }

    private static func insertion(_ count: Int) -> ListContent {
        .change { edit in
            let drafts = (0..<count).map { ItemDraft(id: Identifier(verbatim: "n\($0)"), value: JSONText(verbatim: "\($0)")) }
            try edit.insertItems(drafts, at: IndexPath(section: 0, row: 1_234))
        }
    }

    private static func change(_ store: SQLiteListStore, _ id: ListID, _ content: ListContent) -> WriteResult<Int64> {
        let result = WriteResult<Int64>()
        store.replace(id, with: content, begin: { _ in nil }, finish: { $1.snapshot.version }, completion: result.completion)
        return result
    }

    @Test("is stored in parts between which others write, and is one version", arguments: [true, false])
    func parts(isDeletion: Bool) throws {
        let database = try TestDatabase()
        let store = try database.open { $0.stagedRows = 64 }
        defer { store.close() }
        let (id, other) = (try listID("long"), try listID("other"))
        try store.put(Self.long, into: id)
        let before = store.commitCount
        let result = Self.change(store, id, isDeletion ? Self.deletion : Self.insertion(3_000))
        // Its rows are thousands, and no transaction has more than some dozens of them.
        #expect(try store.put(.counting(1), into: other).version == 1)
        #expect(try result.get() == 2)
        #expect(store.commitCount - before >= 3_000 / 64)
        let head = try store.snapshot(of: id, at: nil)
        try checkWhole(head, store)
        #expect(try head.itemCount == (isDeletion ? 5 : 6_005) && ListModel(store.snapshot(of: id, at: 1)) == Self.long)
        try checkWhole(store.snapshot(of: id, at: 1), store)
        #expect(try store.put(Self.long, into: id).version == 3)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == Self.long)
        #expect(try database.query("SELECT count(*) FROM long_write") == 0)
    }

    @Test("leaves nothing behind once the versions before it have left the history")
    func collected() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) {
            $0.stagedRows = 64
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
        }
        defer { store.close() }
        let id = try listID("long")
        try store.put(Self.long, into: id)
        #expect(try Self.change(store, id, Self.insertion(500)).get() == 2)
        #expect(try Self.change(store, id, Self.deletion).get() == 3)
        #expect(StoreTraffic.update(store, id, items: 5, count: 20) == 20)
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected = 8") == 1 }
        try database.rest(clock)
        #expect(try database.query("SELECT count(*) FROM name") == 6)
        #expect(try Set(database.itemRevisions()) == Set((0..<5).map { "j\($0)" }))
        #expect(try database.query("SELECT count(*) FROM parent") < 20)
        #expect(try database.nodeCount() < 100)
        try checkWhole(store.snapshot(of: id, at: nil), store)
    }

    @Test("that fails between two parts leaves the list as it was", arguments: [true, false])
    func fails(isDeletion: Bool) throws {
        let database = try TestDatabase()
        let commits = Atomic<Int>(.max)
        let store = try database.open {
            $0.stagedRows = 64
            $0.beforeCommit = {
                guard commits.wrappingSubtract(1, ordering: .relaxed).newValue <= 0 else { return }
                throw SQLiteFailure(code: .sqlite(13), message: "database or disk is full", operation: "commit")
            }
        }
        defer { store.close() }
        let id = try listID("long")
        try store.put(Self.long, into: id)
        let rows = try database.rowCount()
        commits.store(20, ordering: .relaxed)
        let content = isDeletion ? Self.deletion : Self.insertion(3_000)
        #expect(try Self.change(store, id, content).code() == .unavailable)
        // Background deletion has commits of its own, so that one failure would not always be the change's.
        commits.store(.max, ordering: .relaxed)
        try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
        #expect(try database.rowCount() == rows)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == Self.long)
        #expect(try Self.change(store, id, content).get() == 2)
        try checkWhole(store.snapshot(of: id, at: nil), store)
        try checkWhole(store.snapshot(of: id, at: 1), store)
    }

    @Test("that changes nothing makes no version, and one that is refused leaves its list free")
    func nothing() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.stagedRows = 64 }
        defer { store.close() }
        let id = try listID("long")
        try store.put(Self.long, into: id)
        #expect(try Self.change(store, id, .change { _ in }).get() == 1)
        #expect(try Self.change(store, id, .change { try $0.deleteSection(at: 9) }).code() == .sectionNotFound)
        #expect(try store.put(.counting(2), into: id).version == 2)
    }

    @Test("brings an earlier version back while others write, and leaves nothing behind")
    func revert() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) {
            $0.stagedRows = 64
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
        }
        defer { store.close() }
        let (id, other) = (try listID("long"), try listID("other"))
        try store.put(Self.long, into: id)
        #expect(try Self.change(store, id, Self.deletion).get() == 2)
        let first = try store.snapshot(of: id, at: 1)
        let before = store.commitCount
        let result = Self.change(store, id, .change { try $0.revert(to: first) })
        #expect(try store.put(.counting(1), into: other).version == 1)
        #expect(try result.get() == 3 && store.commitCount - before >= 3_000 / 64)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == Self.long)
        for version: Int64 in 1...3 { try checkWhole(store.snapshot(of: id, at: version), store) }
        // Versions 1 and 2 leave the history: what version 3 has is its own.
        #expect(StoreTraffic.update(store, id, items: 5, count: 20) == 20)
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected >= 8") == 1 }
        try database.rest(clock)
        #expect(try store.snapshot(of: id, at: nil).itemCount == 3_005)
        #expect(try database.query("SELECT count(*) FROM name") == 3_009)
        try checkWhole(store.snapshot(of: id, at: nil), store)
    }
}
