import Dispatch
import JSON
import Lists
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing

@Suite("The writer")
struct WriterTests {
    private struct Refusal: Error {}

    @Test("commits what waits together, one version a write")
    func groups() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("grouped")
        try store.put(.counting(100), into: id)
        let before = store.commitCount
        #expect(StoreTraffic.update(store, id, items: 100, count: 2000) == 2000)
        #expect(try store.snapshot(of: id, at: nil).version == 2001)
        #expect(store.commitCount - before < 1000)
    }

    @Test("lets a write that fails cost its neighbours nothing")
    func isolates() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("mixed")
        try store.put(.counting(10), into: id)
        let group = DispatchGroup()
        let outcomes = Mutex<[Bool]>([])
        for serial in 0..<300 {
            group.enter()
            store.write(id) { transaction in
                let edit = try transaction.edit()
                try edit.updateItem(at: IndexPath(section: 0, row: serial % 10), value: JSONText(verbatim: "\"\(serial)\""))
                let after = try transaction.commit(edit)
                if serial % 3 == 0 { _ = try ListModel(after) }
                if serial % 2 == 0 { throw Refusal() }
            } completion: { result in
                outcomes.withLock { $0.append((try? result.get()) != nil) }
                group.leave()
            }
        }
        group.wait()
        #expect(outcomes.withLock { $0 } == (0..<300).map { $0 % 2 == 1 })
        let head = try store.snapshot(of: id, at: nil)
        #expect(head.version == 151)
        let wanted = (0..<10).map { row in row % 2 == 1 ? "\"\(290 + row)\"" : "\(row)" }
        #expect(try ListModel(head).sections[0].items.map(\.value.text) == wanted)
        try checkWhole(head, store)
    }

    @Test("makes, ends and makes a list again within one transaction")
    func remakes() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("remade")
        let group = DispatchGroup()
        for count in 1...20 {
            group.enter()
            store.write(id) { transaction in
                let edit = try transaction.edit()
                try edit.replace(with: ListModel.counting(count).draft)
                try transaction.commit(edit)
            } completion: { _ in
                group.leave()
            }
            group.enter()
            store.write(id) {
                try $0.delete()
            } completion: { _ in
                group.leave()
            }
        }
        group.wait()
        #expect(try store.put(.counting(2), into: id).version == 41)
        try eventually { try database.query("SELECT count(*) FROM list") == 1 }
        try eventually { try database.itemRevisions().count == 2 }
        #expect(
            try database.query("SELECT count(*) FROM parent")
                == database.query("SELECT count(*) FROM parent WHERE number >> 36 = (SELECT number FROM list)"))
    }

    @Test("refuses more writes than may wait")
    func overloads() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.writeLimit = 8 }
        defer { store.close() }
        let id = try listID("crowded")
        let gate = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let codes = Mutex<[ListError.Code]>([])
        group.enter()
        store.write(id) { _ in
            started.signal()
            gate.wait()
        } completion: { _ in
            group.leave()
        }
        started.wait()
        for _ in 0..<20 {
            group.enter()
            store.write(id) { _ in
            } completion: { result in
                if case .failure(let error as ListError) = result { codes.withLock { $0.append(error.code) } }
                group.leave()
            }
        }
        gate.signal()
        group.wait()
        #expect(codes.withLock { $0 } == Array(repeating: .overloaded, count: 12))
        #expect(try store.put(.counting(1), into: id).version == 1)
    }

    @Test("finishes the writes that wait when the store closes")
    func drains() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let id = try listID("drained")
        try store.put(.counting(1), into: id)
        let successes = Atomic<Int>(0)
        for serial in 0..<100 {
            store.write(id) { transaction in
                let edit = try transaction.edit()
                try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\"\(serial)\""))
                try transaction.commit(edit)
            } completion: { result in
                if case .success = result { successes.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        store.close()
        #expect(successes.load(ordering: .relaxed) == 100)
        let again = try database.open()
        defer { again.close() }
        #expect(try again.snapshot(of: id, at: nil).version == 101)
    }

    @Test("answers unavailable when the disk is full, and goes on when there is room")
    func fillsUp() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.pageLimit = 120 }
        defer { store.close() }
        let id = try listID("small")
        try store.put(.counting(10), into: id)
        let big = ListModel([.init("s", items: (0..<100).map { .init("b\($0)", "\"" + String(repeating: "x", count: 20_000) + "\"") })])
        let failure = #expect(throws: ListError.self) { try store.put(big, into: id) }
        #expect(failure?.code == .unavailable)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(10))
        #expect(store.isReady)
        #expect(try store.put(.counting(12), into: id).version == 2)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(12))
        #expect(try database.query("SELECT count(*) FROM version") == 2)
    }

    @Test("keeps the write-ahead log within its bound")
    func boundsLog() throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.logLimit = 1 << 20
            $0.checkpointPages = 1 << 30
        }
        defer { store.close() }
        let id = try listID("logged")
        try store.put(.counting(2000), into: id)
        #expect(StoreTraffic.update(store, id, items: 2000, count: 3000, waiting: 16) == 3000)
        #expect(try database.size(of: "-wal") < 3 << 20)
    }
}
