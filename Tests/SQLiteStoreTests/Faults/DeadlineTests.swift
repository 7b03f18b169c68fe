import Dispatch
import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("Deadlines of the writer")
struct DeadlineTests {
    @Test("a write that waits too long for another is refused, and never run", arguments: [false, true])
    func waits(inOneBatch: Bool) throws {
        let database = try TestDatabase()
        let store = try database.open {
            $0.waitSeconds = 2
            $0.batchSeconds = 600
        }
        defer { store.close() }
        let id = try listID("waited-for")
        try store.put(.counting(1), into: id)
        let (first, second) = (Obstacle(), Obstacle())
        let results = (0..<3).map { _ in WriteResult<Int64>() }
        store.write(id, { _ in first.stop() }, completion: results[0].completion)
        first.waitForVisitor()
        // What comes now is one batch behind the first.
        if inOneBatch { store.write(id, { _ in second.stop() }, completion: results[1].completion) }
        let isRun = Atomic<Bool>(false)
        store.write(
            id,
            {
                isRun.store(true, ordering: .releasing)
                return try $0.delete()
            }, completion: results[2].completion)
        if inOneBatch {
            first.open()
            second.waitForVisitor()
        }
        #expect(try results[2].code() == .unavailable)
        first.open()
        second.open()
        #expect(try results[0].code() == nil)
        if inOneBatch { #expect(try results[1].code() == nil) }
        #expect(try store.put(.counting(2), into: id).version == 2)
        let wasRun = isRun.load(ordering: .acquiring)
        #expect(!wasRun)
    }

    @Test("a write that holds the writer too long is broken off between its steps, and its neighbours are kept")
    func breaksOff() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.writeSeconds = 1 }
        defer { store.close() }
        let id = try listID("endless")
        let results = (0..<3).map { _ in WriteResult<Int64>() }
        store.write(try listID("before"), Self.create, completion: results[0].completion)
        store.write(id, Self.endless, completion: results[1].completion)
        store.write(try listID("after"), Self.create, completion: results[2].completion)
        #expect(try results[1].code() == .unavailable)
        #expect(try results[0].get() == 1)
        #expect(try results[2].get() == 1)
        #expect(try store.status(of: id) == .unknown)
    }

    @Test("edits of many items look at the deadline themselves")
    func edits() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.writeSeconds = 0 }
        defer { store.close() }
        let items = (0..<2_000).map { ItemDraft(value: JSONText(verbatim: "\($0)")) }
        let result = WriteResult<Int64>()
        store.write(
            try listID("many"),
            { transaction in
                let edit = try transaction.edit()
                try edit.insertSection(SectionDraft(items: items), at: 0)
                return try transaction.commit(edit).version
            }, completion: result.completion)
        #expect(try result.code() == .unavailable)
    }

    @Test("a transaction that takes long is committed, and what waits comes in the next one")
    func cutsBatches() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.batchSeconds = 0 }
        defer { store.close() }
        let obstacle = Obstacle()
        let id = try listID("ordered")
        store.write(try listID("other"), { _ in obstacle.stop() }, completion: { _ in })
        obstacle.waitForVisitor()
        let results = (0..<5).map { _ in WriteResult<Int64>() }
        for (number, result) in results.enumerated() {
            store.write(
                id,
                { transaction in
                    let edit = try transaction.edit()
                    try edit.insertSection(SectionDraft(), at: number)
                    return try transaction.commit(edit).version
                }, completion: result.completion)
        }
        let before = store.commitCount
        obstacle.open()
        #expect(try results.map { try $0.get() } == [1, 2, 3, 4, 5])
        #expect(store.commitCount - before == 5)
    }

    @Test("a writer that does not finish is not ready until it has")
    func stalls() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.stallSeconds = 0.2 }
        defer { store.close() }
        #expect(store.isReady)
        let obstacle = Obstacle()
        let result = WriteResult<Int64>()
        store.write(try listID("slow"), { _ in obstacle.stop() }, completion: result.completion)
        obstacle.waitForVisitor()
        try eventually { !store.isReady }
        obstacle.open()
        _ = try result.get()
        try eventually { store.isReady }
    }

    @Test("a stop breaks off what runs and refuses what waits, and keeps what was acknowledged")
    func stops() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let id = try listID("kept")
        try store.put(.counting(3), into: id)
        let running = WriteResult<Int64>()
        let waiting = (0..<20).map { _ in WriteResult<Int64>() }
        store.write(id, Self.endless, completion: running.completion)
        for result in waiting { store.write(id, Self.endless, completion: result.completion) }
        store.breakOff(after: 0.2)
        #expect(store.close(within: 60))
        #expect(try running.code() == .unavailable)
        for result in waiting { #expect(try result.code() == .unavailable) }
        let again = try database.open()
        defer { again.close() }
        #expect(try ListModel(again.snapshot(of: id, at: nil)) == .counting(3))
        #expect(try again.put(.counting(4), into: id).version == 2)
    }

    @Test("a stop waits no longer than it may for work that can't be broken off")
    func givesUp() throws {
        let database = try TestDatabase()
        let store = try database.open()
        let obstacle = Obstacle()
        store.write(try listID("stuck"), { _ in obstacle.stop() }, completion: { _ in })
        obstacle.waitForVisitor()
        #expect(!store.close(within: 0.1))
        // The lock stays where the thread still has the database.
        #expect(throws: SQLiteFailure.self) { try database.open() }
        obstacle.open()
    }

    private static let create: @Sendable (any ListTransaction) throws -> Int64 = { transaction in
        try transaction.commit(try transaction.edit()).version
    }

    private static let endless: @Sendable (any ListTransaction) throws -> Int64 = { transaction in
        while true { try transaction.checkDeadline() }
    }
}

/// Holds up the writer in the middle of a write.
final class Obstacle: Sendable {
    private let visitor = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func waitForVisitor() { visitor.wait() }

    func open() { opened.signal() }

    /// Called by the write.
    func stop() -> Int64 {
        visitor.signal()
        opened.wait()
        opened.signal()
        return 0
    }
}
