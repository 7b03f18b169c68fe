import Dispatch
import Lists
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing

@Suite("History is collected")
struct RetentionTests {
    @Test("and 200,000 writes leave a bounded number of rows and bytes")
    func stays() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) {
            $0.retention = RetentionPolicy(versions: 100, seconds: 0)
            $0.logLimit = 8 << 20
        }
        let id = try listID("busy")
        try store.put(.counting(500), into: id)
        #expect(StoreTraffic.update(store, id, items: 500, count: 200_000) == 200_000)
        let head = try store.snapshot(of: id, at: nil)
        #expect(head.version == 200_001)
        try eventually { try store.watch(id)?.oldest == 199_902 }
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected = 199902") == 1 }
        try database.rest(clock)
        #expect(try database.query("SELECT count(*) FROM version") == 100)
        #expect(try database.itemRevisions().count == 599)
        // A write makes three nodes here: a leaf and the root of the items, and the leaf of the sections.
        #expect(try database.nodeCount() <= 99 * 3 + 16)
        #expect(try database.query("SELECT count(*) FROM name") == 501)
        for version in head.version - 99...head.version { try checkWhole(store.snapshot(of: id, at: version), store) }
        store.close()
        #expect(try database.size(of: "") < 4 << 20)
        #expect(try database.size(of: "-wal") == 0)
        #expect(try database.integrity() == "ok")
    }

    @Test("down to nothing but the head's own rows and the last versions', whatever was edited")
    func leaksNothing() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        let id = try listID("edited")
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var ids = (0..<3000).map { "i\($0)" }
        for round in 0..<40 {
            ids.shuffle(using: &random)
            let items = ids.prefix(Int(random.next() % 2500)).map { ListModel.Item($0, type: "T\(round % 3)", "\(random.next() % 4)") }
            let cut = items.count / 3
            try store.put(
                ListModel(
                    title: "\(round)", [.init("s\(round % 5)", items: Array(items[..<cut])), .init("t", items: Array(items[cut...]))]),
                into: id)
        }
        // Twenty versions of one small change each, so that nothing above is in the history any more.
        let last = ListModel.counting(700)
        try store.put(last, into: id)
        #expect(StoreTraffic.update(store, id, items: 1, count: 20, waiting: 1) == 20)
        let head = try store.snapshot(of: id, at: nil).version
        try eventually("seed \(seed)") { try database.query("SELECT count(*) FROM list WHERE collected = \(head - 15)") == 1 }
        try database.rest(clock, "seed \(seed)")
        #expect(try database.query("SELECT count(*) FROM garbage") == 0)
        #expect(try database.query("SELECT count(*) FROM version") == 16)
        #expect(try database.itemRevisions().count == 715, "seed \(seed)")
        #expect(try database.recordCount(ofKind: 2) == 1, "seed \(seed)")
        #expect(try database.recordCount(ofKind: 3) == 1)
        #expect(try database.query("SELECT count(*) FROM name") == 701, "seed \(seed)")
        let reached = try database.reach(store, id, head - 15...head)
        #expect(try database.nodeCount() == reached.nodes.count, "seed \(seed)")
        #expect(try database.query("SELECT count(*) FROM parent") == Int64(reached.numbers.count), "seed \(seed)")
    }

    @Test("under a reader, who gets that the version is gone and nothing else", .timeLimit(.minutes(5)))
    func tellsReaders() throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            $0.nodeCacheBytes = 0
        }
        defer { store.close() }
        let id = try listID("read")
        try store.put(.counting(300), into: id)
        let isDone = Atomic<Bool>(false)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            if worker == 0 {
                for _ in 0..<40 { _ = StoreTraffic.update(store, id, items: 300, count: 100) }
                return isDone.store(true, ordering: .releasing)
            }
            while !isDone.load(ordering: .acquiring) {
                do {
                    let oldest = try store.watch(id)?.oldest ?? 1
                    let snapshot = try store.snapshot(of: id, at: oldest)
                    do {
                        for _ in 0..<3 where try ListModel(snapshot).sections[0].items.count != 300 {
                            failures.withLock { $0.append("count") }
                        }
                    } catch let error as MissingRecord {
                        if store.isReadable(oldest, ofList: snapshot.head.number) { failures.withLock { $0.append("\(error)") } }
                    }
                } catch let error as ListError where error.code == .versionGone {
                    continue
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
    }

    @Test("under a snapshot that was taken before, which then finds records missing")
    func tellsOldSnapshots() throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            $0.nodeCacheBytes = 0
        }
        defer { store.close() }
        let id = try listID("old")
        let old = try store.put(.counting(300), into: id)
        #expect(try ListModel(old) == .counting(300))
        #expect(store.isReadable(1, ofList: old.head.number))
        try store.put(.counting(10, prefix: "j"), into: id)
        #expect(StoreTraffic.update(store, id, items: 1, count: 16, waiting: 1) == 16)
        try eventually { try !database.itemRevisions().contains("i-0") }
        #expect(throws: MissingRecord.self) { try ListModel(old) }
        #expect(!store.isReadable(1, ofList: old.head.number))
        let failure = #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
        #expect(failure?.code == .versionGone)
    }

    @Test("of quiet lists too, once its versions are old enough")
    func reachesQuietLists() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.retention = RetentionPolicy(versions: 20, seconds: 60) }
        defer { store.close() }
        let id = try listID("quiet")
        for count in 1...50 { try store.put(.counting(count), into: id) }
        #expect(try store.snapshot(of: id, at: 1).itemCount == 1)
        clock.advance(seconds: 61)
        try eventually { try database.query("SELECT count(*) FROM version") == 20 }
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 30) }
        #expect(try store.snapshot(of: id, at: 31).itemCount == 31)
    }

    @Test("of a large list that is deleted, after the answer", .timeLimit(.minutes(5)))
    func collectsEnded() throws {
        let database = try TestDatabase()
        var store = try database.open()
        let id = try listID("large")
        try store.put(.counting(100_000), into: id)
        try store.put(.counting(1), into: listID("other"))
        let rows = try database.rowCount()
        #expect(rows > 300_000)
        try store.delete(id)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: nil) }
        // The answer came before the rows were gone; a stop in between loses nothing of the rest.
        #expect(try database.rowCount() > rows / 2)
        store.close()
        store = try database.open()
        defer { store.close() }
        #expect(try store.put(.counting(3), into: id).version == 3)
        try eventually { try database.query("SELECT count(*) FROM list") == 2 }
        #expect(try database.rowCount() < 40)
        let size = try database.size(of: "")
        try store.put(.counting(100_000), into: id)
        store.close()
        #expect(try database.size(of: "") < size + size / 4)
    }

    @Test("of large versions, in chunks that a stop does not lose")
    func collectsChunks() throws {
        let database = try TestDatabase()
        var store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        let id = try listID("replaced")
        for round in 0..<20 { try store.put(.counting(4000, prefix: "r\(round)"), into: id) }
        store.close()
        store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        try eventually { try database.query("SELECT count(*) FROM list WHERE collected = 5") == 1 }
        #expect(try database.itemRevisions().count == 16 * 4000)
        #expect(try database.query("SELECT count(*) FROM name WHERE kind = 0") == 16 * 4000)
        for version: Int64 in 5...20 { try checkWhole(store.snapshot(of: id, at: version), store) }
    }

    @Test("but for a list whose garbage is damaged, which costs the others nothing")
    func skipsDamage() throws {
        let database = try TestDatabase()
        var store = try database.open()
        for name in ["damaged", "sound"] {
            for count in 1...40 { try store.put(.counting(count), into: listID(name)) }
        }
        store.close()
        try database.execute("UPDATE version SET garbage = x'00FF' WHERE key = (SELECT number << 36 | 7 FROM list WHERE id = 'damaged')")
        store = try database.open { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        try eventually { try database.query("SELECT collected FROM list WHERE id = 'sound'") == 25 }
        #expect(try database.query("SELECT collected FROM list WHERE id = 'damaged'") == 6)
        #expect(try store.put(.counting(50), into: listID("damaged")).version == 41)
        #expect(try ListModel(store.snapshot(of: listID("damaged"), at: 26)) == .counting(26))
    }
}
