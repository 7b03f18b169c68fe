import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A store that knows the other stores of its log")
struct ClusterPeerTests {
    private let log = MemoryLog()
    private let clock = TestClock()
    private let databases: [TestDatabase]

    init() throws {
        databases = [try TestDatabase(), try TestDatabase()]
    }

    private func open(
        _ index: Int, gate: Gate? = nil, _ adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }
    ) throws -> SQLiteListStore {
        try databases[index].open(clock, gate: gate) {
            $0.log = log
            $0.peerSeconds = 0.02
            $0.retention = RetentionPolicy(versions: 16, seconds: 0, bytes: 1 << 30)
            adjust(&$0)
        }
    }

    @Test("keeps the rows that readers of another store read, also of a version that had left the history before their pin was known")
    func pins() throws {
        let stores = [try open(0), try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        for count in 1...3 { try stores[0].put(.counting(count), into: id) }
        try stores[1].catchUp(Freshness())
        let read = try stores[1].snapshot(of: id, at: 2)
        let pin = stores[1].pin(2, ofList: read.head.number)
        for count in 4...60 { try stores[0].put(.counting(count), into: id) }
        clock.advance(seconds: 61)
        // Rows of another list are collected meanwhile.
        let other = try listID("other")
        for count in 1...60 { try stores[0].put(.counting(count), into: other) }
        clock.advance(seconds: 61)
        try eventually("the other list is collected") {
            try databases[0].query("SELECT count(*) FROM list WHERE id = 'other' AND collected < oldest") == 0
        }
        try stores[1].catchUp(Freshness())
        #expect(try ListModel(read) == .counting(2))
        pin.release()
        clock.advance(seconds: 61)
        try eventually("the list is collected") {
            try databases[0].query("SELECT count(*) FROM list WHERE collected < oldest") == 0
        }
    }

    @Test("ends the long write of a store that is gone, whose parts are refused should it come back")
    func longWrites() throws {
        let gate = Gate()
        let first = try open(0, gate: gate) { $0.shortReplacement = -1 }
        let gone = try #require(log.servers.first)
        let stores = [first, try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        try stores[1].put(.counting(2), into: id)
        var draft = ListModel.counting(5).draft
        draft.sections.append(SectionDraft())
        gate.close()
        let (long, short) = (WriteResult<Int64>(), WriteResult<Int64>())
        stores[0].replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: long.completion)
        gate.waitForVisitor()
        stores[1].replace(
            id, with: .draft(ListModel.counting(7).draft), begin: { _ in nil }, finish: { $1.snapshot.version },
            completion: short.completion)
        try stores[1].put(.counting(1), into: listID("other"))
        #expect(!short.isDone)
        log.lose(gone)
        #expect(try short.get() == 2)
        gate.open()
        #expect(throws: ListError.self) { try long.get() }
        try stores[0].catchUp(Freshness())
        #expect(try ListModel(stores[0].snapshot(of: id, at: nil)) == .counting(7))
        stores.forEach { $0.close() }
        for database in databases { try database.apply(log.entries) }
        #expect(try databases[0].differences(from: databases[1]) == [])
        #expect(try databases[0].query("SELECT count(*) FROM long_write") == 0)
        #expect(try databases[0].findings() == [])
    }

    @Test("is not ready once its file differs from the others, and leaves it to be replaced")
    func difference() throws {
        var stores = [try open(0), try open(1)]
        let id = try listID("l")
        for count in 1...3 { try stores[0].put(.counting(count), into: id) }
        try stores[1].catchUp(Freshness())
        stores.removeLast().close()
        // A row that a write changes. Both stores collect, so of rows that a collection deletes either store might write first.
        try databases[1].execute("DELETE FROM list")
        let differing = try open(1)
        defer { differing.close() }
        try stores[0].put(.counting(4), into: id)
        try eventually("it differs") { !differing.isReady }
        // Requests are refused first; its file is marked then.
        try eventually("its file is marked") { try SQLiteListStore.replica(databases[1].path)?.position.id == -1 }
        stores[0].close()
    }

    @Test("can be held against the log: from its beginning, or from a base")
    func check() throws {
        let store = try open(0)
        let id = try listID("l")
        for count in 1...30 { try store.put(.counting(count), into: id) }
        let base = databases[1].folder + "/base"
        try SQLiteListStore.backUp(databases[0].path, to: base)
        let start = try #require(try SQLiteListStore.replica(base)).position
        for count in 31...60 { try store.put(.counting(count), into: id) }
        store.close()
        func differences(from base: String, at start: LogPosition) throws -> [String] {
            let copy = databases[1].folder + "/copy-\(start.number)"
            try SQLiteListStore.backUp(databases[0].path, to: copy)
            return try #require(try ReplicaCheck(ofCopy: copy)).differences(from: base, at: start) { try log.read(after: $0) }
        }
        #expect(try differences(from: databases[1].folder + "/empty", at: .beginning) == [])
        #expect(try differences(from: base, at: start) == [])
        try databases[0].execute("UPDATE version SET item_count = item_count + 1")
        let found = try differences(from: databases[1].folder + "/empty2", at: .beginning)
        #expect(found.count == 1 && found.first?.contains("the table version differs from the log") == true)
    }
}
