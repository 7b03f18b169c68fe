import CellTypes
import Dispatch
import Foundation
import JSON
import Lists
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing

@Suite("A long write")
struct LongWriteTests {
    @Test("holds up the writes to its own list and no others")
    func waits() throws {
        let database = try TestDatabase()
        let gate = Gate()
        let store = try database.open(gate: gate) { $0.shortReplacement = 10 }
        defer { store.close() }
        let (long, other) = (try listID("long"), try listID("other"))
        try store.put(.counting(5), into: long)
        gate.close()
        let order = Mutex<[String]>([])
        let done = DispatchGroup()
        func note(_ name: String) -> @Sendable (Result<Int64, any Error>) -> Void {
            done.enter()
            return { result in
                order.withLock { $0.append("\(name) \((try? result.get()) ?? -1)") }
                done.leave()
            }
        }
        var draft = ListModel.counting(50).draft
        draft.sections[0].items[20].id = nil
        store.replace(
            long, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: note("long"))
        gate.waitForVisitor()
        store.write(long, Self.update, completion: note("waiting"))
        store.write(long, { try $0.delete() }, completion: note("deleted"))
        #expect(try store.put(.counting(3), into: other).version == 1)
        #expect(try store.put(.counting(4), into: other).version == 2)
        #expect(try store.snapshot(of: long, at: nil).version == 1)
        #expect(order.withLock { $0 } == [])
        gate.open()
        done.wait()
        #expect(order.withLock { $0 } == ["long 2", "waiting 3", "deleted 4"])
    }

    @Test("is held to the types that are registered when it ends: a document once more, an upload not")
    func typesChange() throws {
        let database = try TestDatabase()
        let gate = Gate()
        let store = try database.open(gate: gate) { $0.shortReplacement = 10 }
        defer { store.close() }
        var draft = ListModel([.init("s", items: (0..<50).map { .init("i\($0)", type: "T", "\($0)") })]).draft
        draft.sections[0].items[20].id = nil
        let upload = try store.makeUpload()
        for (line, item) in draft.sections[0].items.enumerated() { try upload.add(.item(item), line: line + 1) }
        let outcomes = Mutex<[String: Result<Int64, any Error>]>([:])
        /// Replaces a list, and changes the types while it is prepared.
        func replace(_ name: String, with content: ListContent, _ change: () throws -> Void) throws {
            gate.close()
            let done = DispatchSemaphore(value: 0)
            store.replace(
                try listID(name), with: content, rules: TypeRules(isStrict: true), begin: { _ in nil }, finish: { $1.snapshot.version },
                completion: { result in
                    outcomes.withLock { $0[name] = result }
                    done.signal()
                })
            gate.waitForVisitor()
            try change()
            gate.open()
            done.wait()
        }
        try store.register(CellType(name: "T"))
        try replace("kept", with: .draft(draft)) { try store.register(CellType(name: "other")) }
        try replace("again", with: .draft(draft)) {
            try store.register(CellType(name: "other", schema: JSONText(verbatim: "true")))
        }
        try replace("upload", with: .upload(upload)) { try store.writeCellTypesAndWait { try $0.removeCellType("other") } }
        try replace("refused", with: .draft(draft)) { try store.writeCellTypesAndWait { try $0.removeCellType("T") } }
        #expect(try outcomes.withLock { try $0["kept"]?.get() } == 1)
        #expect(try outcomes.withLock { try $0["again"]?.get() } == 1)
        #expect(try ListModel(store.snapshot(of: listID("again"), at: nil)).sections[0].items.count == 50)
        let unavailable = #expect(throws: ListError.self) { try outcomes.withLock { try $0["upload"]?.get() } }
        #expect(unavailable?.code == .unavailable)
        let refused = #expect(throws: ItemRuleError.self) { try outcomes.withLock { try $0["refused"]?.get() } }
        #expect(refused?.entries.count == 50)
        #expect(try store.lists(prefix: "", after: nil, limit: 9).map(\.id.text) == ["again", "kept"])
        try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
    }

    @Test("is what a short document becomes whose items take long to check")
    func checks() throws {
        let database = try TestDatabase()
        // Each transaction has a time of its own.
        let clock = Atomic<Int64>(0)
        let store = try SQLiteListStore(
            configuration: SQLiteStoreConfiguration(path: database.path), logger: TestDatabase.logger,
            describeList: ConformanceCheck.describe, now: { clock.wrappingAdd(1, ordering: .relaxed).newValue },
            makeIdentifiers: { SystemSources.identifiers() })
        defer { store.close() }
        let schema = "{\"anyOf\":[" + (0..<4_000).map { "{\"const\":\($0)}" }.joined(separator: ",") + "]}"
        try store.register(CellType(name: "T", schema: JSONText(verbatim: schema)))
        /// Replaces the list, and says whether that was one transaction.
        func replace(_ count: Int, units: Int) throws -> Bool {
            let draft = ListModel([.init("s", items: (0..<count).map { .init("i\($0)", type: "T", "3999") })]).draft
            var rules = TypeRules()
            rules.units = units
            let times = Mutex<[Int64]>([])
            let result = WriteResult<Int64>()
            store.replace(
                try listID("l"), with: .draft(draft), rules: rules,
                begin: { transaction in
                    times.withLock { $0.append(transaction.now) }
                    return nil
                },
                finish: { transaction, list in
                    times.withLock { $0.append(transaction.now) }
                    return list.snapshot.version
                }, completion: result.completion)
            _ = try result.get()
            return times.withLock { $0.first == $0.last }
        }
        #expect(try replace(2, units: .max))
        #expect(try !replace(60, units: .max))
        let error = #expect(throws: ItemRuleError.self) { try replace(61, units: 200_000) }
        #expect(error?.entries.first?.fault.kind == .unchecked)
        #expect(try store.snapshot(of: listID("l"), at: nil).itemCount == 60)
    }

    @Test("that fails leaves no row, and its list goes on")
    func sweeps() throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.shortReplacement = 10
            $0.stagedRows = 64
            $0.pageLimit = 600
        }
        defer { store.close() }
        let id = try listID("full")
        try store.put(.counting(300), into: id)
        let rows = try database.rowCount()
        let large = ListModel([.init("s", items: (0..<30_000).map { .init("x\($0)", "\"\(String(repeating: "x", count: 100))\"") })])
        let error = #expect(throws: ListError.self) { try store.put(large, into: id) }
        #expect(error?.code == .unavailable)
        #expect(try ListModel(store.snapshot(of: id, at: nil)) == .counting(300))
        try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
        #expect(try database.rowCount() == rows)
        let next = try store.put(.counting(301), into: id)
        #expect(next.version == 2)
        try checkWhole(next, store)
    }

    @Test("that a stop cuts off is cleared away when the database is opened again")
    func restarts() throws {
        let database = try TestDatabase()
        let ids = try ["there", "new"].map(listID)
        var store = try database.open()
        try store.put(.counting(200), into: ids[0])
        store.close()
        let rows = try database.rowCount()
        for id in ids {
            let gate = Gate()
            store = try database.open(gate: gate) {
                $0.shortReplacement = 10
                $0.stagedRows = 64
            }
            gate.close(after: 500)
            let done = DispatchSemaphore(value: 0)
            let content = ListModel([.init("t", items: (0..<1000).map { .init("i-\($0 * 2)", "\($0)") })])
            var draft = content.draft
            for row in draft.sections[0].items.indices where row >= 150 { draft.sections[0].items[row].id = nil }
            store.replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }) { result in
                if case .success = result { Issue.record("the write went through") }
                done.signal()
            }
            gate.waitForVisitor()
            #expect(try database.query("SELECT count(*) FROM long_write") == 1)
            #expect(try database.rowCount() > rows)
            store.close()
            gate.open()
            done.wait()
            store = try database.open()
            #expect(try store.put(.counting(200), into: ids[0]).version == 1)
            try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
            #expect(try database.rowCount() == rows)
            try checkWhole(store.snapshot(of: ids[0], at: nil), store)
            store.close()
        }
        store = try database.open()
        defer { store.close() }
        #expect(try store.put(.counting(20), into: ids[1]).version == 1)
        let again = try store.put(ListModel([.init("t", items: [.init("i-198", "0"), .init("i-300", "1")])]), into: ids[0])
        #expect(again.version == 2)
        try checkWhole(again, store)
    }

    @Test("leaves the history as any other, whose garbage is collected")
    func collects() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) {
            $0.shortReplacement = 0
            $0.stagedRows = 100
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
        }
        defer { store.close() }
        let id = try listID("collected")
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let count = Int.random(in: 0...900, using: &random)
            let items = (0..<count).shuffled(using: &random).map { ListModel.Item("i\($0)", "\(Int.random(in: 0...9, using: &random))") }
            let cut = Int.random(in: 0...count, using: &random)
            let content = ListModel([.init("s", items: Array(items[..<cut])), .init("t", items: Array(items[cut...]))])
            let after = Bool.random(using: &random) ? try store.put(content, into: id) : try store.upload(content.draft, into: id).snapshot
            #expect(try ListModel(after) == content, "seed \(seed)")
            try checkWhole(after, store)
        }
        for _ in 0..<20 { _ = try store.writeAndWait(id, Self.update) }
        let head = try store.snapshot(of: id, at: nil)
        try eventually("seed \(seed)") {
            try database.query("SELECT count(*) FROM list WHERE collected < oldest OR head - oldest > 15") == 0
        }
        try database.rest(clock, "seed \(seed)")
        let reached = try database.reach(store, id, (head.version - 15)...head.version)
        #expect(try database.nodeCount() == reached.nodes.count, "seed \(seed)")
        #expect(try database.query("SELECT count(DISTINCT number) FROM parent") == Int64(reached.numbers.count), "seed \(seed)")
        #expect(try database.query("SELECT count(*) FROM name n WHERE NOT EXISTS (SELECT 1 FROM parent p WHERE p.number = n.number)") == 0)
        #expect(try database.query("SELECT count(*) FROM garbage") <= 16 * 40, "seed \(seed)")
    }

    /// Inserts an item at the beginning, or makes a first section with one.
    private static let update: @Sendable (any ListTransaction) throws -> Int64 = { transaction in
        let edit = try transaction.edit()
        if edit.sectionCount == 0 { try edit.insertSection(SectionDraft(), at: 0) }
        try edit.insertItems([ItemDraft(value: JSONText(verbatim: "true"))], at: IndexPath(section: 0, row: 0))
        return try transaction.commit(edit).version
    }
}

/// Holds up the thread of a long write where it makes an id.
final class Gate: Sendable {
    private let room = Mutex<Int>(.max)
    private let visitor = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Lets so many ids be made, and then none.
    func close(after count: Int = 0) { room.withLock { $0 = count } }

    /// Waits until a thread stands before the gate.
    func waitForVisitor() { visitor.wait() }

    func open() {
        room.withLock { $0 = .max }
        opened.signal()
    }

    func pass() {
        let isClosed = room.withLock { room in
            room -= 1
            return room < 0
        }
        guard isClosed else { return }
        visitor.signal()
        opened.wait()
    }
}

/// A source of ids behind a gate.
final class GatedSource: IdentifierSource {
    private let gate: Gate
    private let source: any IdentifierSource

    init(gate: Gate, source: any IdentifierSource) {
        self.gate = gate
        self.source = source
    }

    func next() -> Identifier {
        gate.pass()
        return source.next()
    }
}
