import Lists
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A store that commits through a log")
struct ClusterTests {
    private let log = MemoryLog()
    private let databases: [TestDatabase]

    init() throws {
        databases = [try TestDatabase(), try TestDatabase()]
    }

    private func open(
        _ index: Int, gate: Gate? = nil, _ adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }
    ) throws -> SQLiteListStore {
        try databases[index].open(gate: gate) {
            $0.log = log
            adjust(&$0)
        }
    }

    private func code(_ body: () throws -> Void) throws -> ListError.Code? {
        do { try body() } catch let error as ListError { return error.code }
        return nil
    }

    @Test("shows a read that begins after a write on another store that write")
    func catchesUp() throws {
        let stores = [try open(0), try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        for count in 1...300 {
            let version = try stores[count % 2].put(.counting(count), into: id).version
            let other = stores[(count + 1) % 2]
            try other.catchUp(Freshness())
            #expect(try other.snapshot(of: id, at: nil).version == version)
        }
    }

    @Test("adds no entry for a write that changes nothing")
    func addsNothing() throws {
        let store = try open(0) { $0.collectionInterval = 0.001 }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(3), into: id)
        let count = log.entries.count
        try store.put(.counting(3), into: id)
        #expect(try code { _ = try store.writeAndWait(id) { _ in throw ListError(.itemNotFound, "") } } == .itemNotFound)
        #expect(log.entries.count == count)
    }

    @Test("refuses writes while the log is away, and shows its copy where it may be stale")
    func away() throws {
        let stores = [try open(0), try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        try stores[0].put(.counting(1), into: id)
        try stores[1].catchUp(Freshness())
        log.setAway(true)
        #expect(try code { try stores[0].put(.counting(2), into: id) } == .unavailable)
        #expect(try code { try stores[1].catchUp(Freshness()) } == .unavailable)
        #expect(try code { try stores[1].catchUp(Freshness(staleSeconds: 3600)) } == nil)
        #expect(try stores[1].snapshot(of: id, at: nil).version == 1)
        log.setAway(false)
        try stores[1].put(.counting(3), into: id)
        try stores[0].catchUp(Freshness())
        #expect(try stores[0].snapshot(of: id, at: nil).version == 2)
    }

    @Test("is not ready until its readers see all that the log had when it was opened")
    func becomesReady() throws {
        let first = try open(0)
        defer { first.close() }
        #expect(first.isReady)
        try first.put(.counting(2), into: listID("l"))
        let gate = Gate()
        gate.close()
        let second = try open(1) { $0.beforeCommit = { gate.pass() } }
        defer { second.close() }
        gate.waitForVisitor()
        #expect(!second.isReady)
        gate.open()
        try second.catchUp(Freshness())
        #expect(second.isReady)
    }

    @Test("does not ask the log again within the time for which an answer holds")
    func freshness() throws {
        let stores = [try open(0), try open(1)]
        defer { stores.forEach { $0.close() } }
        try stores[0].put(.counting(1), into: listID("l"))
        try stores[1].catchUp(Freshness())
        log.setAway(true)
        #expect(try code { try stores[1].catchUp(Freshness(seconds: 3600)) } == nil)
    }

    @Test("goes on behind its last entry when it is opened again, and only with its own log")
    func reopens() throws {
        let id = try listID("l")
        var store = try open(0)
        try store.put(.counting(1), into: id)
        store.close()
        let other = try open(1)
        try other.put(.counting(2), into: id)
        other.close()
        store = try open(0)
        try store.catchUp(Freshness())
        #expect(try store.snapshot(of: id, at: nil).version == 2)
        try store.put(.counting(3), into: id)
        store.close()
        #expect(throws: SQLiteFailure.self) { try databases[0].open() }
        let alone = try TestDatabase()
        let single = try alone.open()
        try single.put(.counting(1), into: id)
        single.close()
        #expect(throws: SQLiteFailure.self) { try alone.open { $0.log = log } }
        log.setAway(true)
        #expect(throws: SQLiteFailure.self) { try open(0) }
    }

    @Test("takes what the log has for a file of an older schema before the file is migrated, which nobody does without the log")
    func olderSchema() throws {
        let database = try TestDatabase()
        let recorder = StatementRecorder()
        let connection = try DatabaseConnection.openWriter(SQLiteStoreConfiguration(path: database.path), recorder: recorder)
        let older = 3
        try Schema.migrate(connection, to: older)
        try connection.execute("INSERT INTO replica VALUES ('memory', 7, 0, 0); BEGIN")
        recorder.open()
        // Later schemas have more columns.
        try connection.statement("INSERT INTO version VALUES (?, NULL, NULL, 0, 0, 1, 0, NULL, 0, 0, NULL)").run(Int64(9) << 36 | 1)
        let content = EntryContent.make(recorder.recording, notes: [])
        recorder.close(isCommitted: false)
        try connection.execute("ROLLBACK")
        let entry = LogEntry(position: LogPosition(number: 1, id: 11), previous: 0, schema: older, data: content)
        try log.lock(after: .beginning, within: 1).append(entry)

        #expect(throws: SQLiteFailure.self) { try SQLiteListStore.migrate(database.path) }
        #expect(try database.query("PRAGMA user_version") == older)
        let store = try database.open { $0.log = log }
        defer { store.close() }
        #expect(try database.query("SELECT count(*) FROM version WHERE source IS NULL") == 1)
        #expect(try database.query("SELECT position FROM replica") == 1)
        #expect(try store.put(.counting(2), into: listID("l")).version == 1)
    }

    @Test("takes no write, and is not ready, where the log has lost entries that the file has")
    func diverges() throws {
        let store = try open(0)
        defer { store.close() }
        let id = try listID("l")
        for count in 1...3 { try store.put(.counting(count), into: id) }
        #expect(store.isReady)
        log.loseEntries(1)
        try eventually { !store.isReady }
        #expect(try code { try store.put(.counting(9), into: id) } == .unavailable)
    }

    @Test("gets back by the log what it could not commit itself")
    func failsLocally() throws {
        let fault = FaultSwitch()
        let store = try open(0) { $0.beforeCommit = { try fault.pass() } }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        fault.turn(on: true)
        #expect(try code { try store.put(.counting(2), into: id) } == .unavailable)
        fault.turn(on: false)
        try store.catchUp(Freshness())
        #expect(try store.snapshot(of: id, at: nil).version == 2)
        #expect(try store.put(.counting(3), into: id).version == 3)
    }

    @Test("has writes to a list wait for a long write of another store to it, also to one that is not there yet")
    func waitsForLongWrites() throws {
        let gate = Gate()
        let stores = [try open(0, gate: gate) { $0.shortReplacement = -1 }, try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        var draft = ListModel.counting(5).draft
        draft.sections.append(SectionDraft())
        gate.close()
        let (long, short) = (WriteResult<Int64>(), WriteResult<Int64>())
        stores[0].replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: long.completion)
        gate.waitForVisitor()
        let draftOfOther = ListModel.counting(7).draft
        stores[1].replace(
            id, with: .draft(draftOfOther), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: short.completion)
        try stores[1].put(.counting(1), into: listID("other"))
        #expect(!short.isDone)
        gate.open()
        #expect(try long.get() == 1)
        #expect(try short.get() == 2)
    }

    @Test("lets others write while it catches up with many entries")
    func catchesUpAside() throws {
        let writer = try open(0)
        defer { writer.close() }
        let id = try listID("l")
        for count in 1...20 { try writer.put(.counting(count), into: id) }
        for version: Int64 in 21...24 {
            let gate = Gate()
            gate.close(after: 1)
            let behind = try TestDatabase()
            let late = try behind.open {
                $0.log = log
                $0.beforeCommit = { gate.pass() }
            }
            gate.waitForVisitor()
            #expect(try writer.put(.counting(Int(version)), into: id).version == version)
            gate.open()
            try late.catchUp(Freshness())
            #expect(try late.snapshot(of: id, at: nil).version == version)
            late.close()
        }
    }

    @Test("notifies of what other stores write, in their order")
    func notifies() throws {
        let stores = [try open(0), try open(1)]
        defer { stores.forEach { $0.close() } }
        let id = try listID("l")
        let seen = Mutex<[String]>([])
        stores[1].onCommit { commit in
            let text =
                switch commit.change {
                case .version(let new, let old): "\(old?.version ?? 0) to \(new.version): \(new.itemCount)"
                case .restart(let new): "restart at \(new.version)"
                case .end(let version): "end \(version)"
                case .interaction(let sequence): "interaction \(sequence)"
                }
            seen.withLock { $0.append(text) }
        }
        try stores[0].put(.counting(3), into: id)
        try stores[0].put(.counting(4), into: id)
        try stores[0].select(in: id)
        try stores[0].delete(id)
        try eventually { seen.withLock { $0.count } == 4 }
        #expect(seen.withLock { $0 } == ["0 to 1: 3", "1 to 2: 4", "interaction 1", "end 3"])
    }
}
