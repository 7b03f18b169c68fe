import Lists
import Ports
import StoreSuite
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A long write on a failing disk")
struct FailedLongWriteTests {
    @Test("leaves its list writable where the transaction that gives it up fails, too", arguments: [0, 4])
    func rolledBack(neighbours: Int) throws {
        let database = try TestDatabase()
        let fault = FaultSwitch()
        let gate = Gate()
        let store = try database.open(gate: gate) {
            $0.shortReplacement = 10
            $0.stagedRows = 64
            $0.beforeCommit = { try fault.pass() }
        }
        defer { store.close() }
        let id = try listID("long")
        try store.put(.counting(5), into: id)
        let rows = try database.rowCount()
        gate.close(after: 400)
        var draft = ListModel([.init("t", items: (0..<1_000).map { .init("i\($0)", "\($0)") })]).draft
        for row in draft.sections[0].items.indices { draft.sections[0].items[row].id = nil }
        let long = WriteResult<Int64>()
        store.replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: long.completion)
        gate.waitForVisitor()
        try eventually { try database.query("SELECT count(*) FROM long_write") == 1 }
        fault.turn(on: true)
        let others = try (0..<neighbours).map { number in
            let result = WriteResult<Int64>()
            store.write(try listID("other-\(number)"), Self.create, completion: result.completion)
            return result
        }
        gate.open()
        #expect(try long.code() == .unavailable)
        for other in others { #expect(try other.code() == .unavailable) }
        // The end of the long write is a transaction of its own, or of the neighbours', and has failed as well.
        let failures = fault.failures
        try eventually { fault.failures > failures + 1 }
        fault.turn(on: false)
        let after = try store.put(.counting(6), into: id)
        #expect(after.version == 2)
        try checkWhole(after, store)
        try eventually { try database.query("SELECT count(*) FROM long_write") == 0 }
        #expect(try database.rowCount() < rows + 40)
    }

    @Test("keeps nobody waiting: a write to its list is refused in time, and is never run")
    func refusesInTime() throws {
        let database = try TestDatabase()
        let gate = Gate()
        let store = try database.open(gate: gate) {
            $0.shortReplacement = 10
            $0.waitSeconds = 2
        }
        defer { store.close() }
        let id = try listID("long")
        try store.put(.counting(5), into: id)
        gate.close()
        var draft = ListModel.counting(50).draft
        draft.sections[0].items[20].id = nil
        let long = WriteResult<Int64>()
        store.replace(id, with: .draft(draft), begin: { _ in nil }, finish: { $1.snapshot.version }, completion: long.completion)
        gate.waitForVisitor()
        let late = WriteResult<Int64>()
        store.write(id, { try $0.delete() }, completion: late.completion)
        #expect(try late.code() == .unavailable)
        #expect(!long.isDone)
        gate.open()
        #expect(try long.get() == 2)
        let after = try store.put(.counting(3), into: id)
        #expect(after.version == 3)
        #expect(try ListModel(store.snapshot(of: id, at: 2)) != .counting(5))
    }

    private static let create: @Sendable (any ListTransaction) throws -> Int64 = { transaction in
        try transaction.commit(try transaction.edit()).version
    }
}
