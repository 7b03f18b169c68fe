import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("A pinned version")
struct PinTests {
    private let clock = TestClock()

    private func store(_ database: TestDatabase, bytes: Int64 = 1 << 30) throws -> SQLiteListStore {
        try database.open(clock) {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0, bytes: bytes)
            $0.pinSeconds = 60
        }
    }

    private func write(_ store: SQLiteListStore, _ id: ListID, _ counts: ClosedRange<Int>) throws {
        for count in counts { try store.put(.counting(count), into: id) }
    }

    @Test("stays in the history with all versions after it, until its pin is released")
    func stays() throws {
        let database = try TestDatabase()
        let store = try store(database)
        defer { store.close() }
        let (id, other) = (try listID("pinned"), try listID("other"))
        try write(store, id, 1...3)
        let pin = store.pin(2, ofList: try store.snapshot(of: id, at: nil).head.number)
        try write(store, id, 4...60)
        try write(store, other, 1...60)
        for version: Int64 in 2...60 {
            #expect(try ListModel(store.snapshot(of: id, at: version)) == .counting(Int(version)))
        }
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
        #expect(throws: ListError.self) { try store.snapshot(of: other, at: 2) }
        pin.release()
        pin.release()
        try write(store, id, 61...100)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 2) }
    }

    @Test("stays while one of several pins is there, and goes with the last one that is forgotten")
    func several() throws {
        let database = try TestDatabase()
        let store = try store(database)
        defer { store.close() }
        let id = try listID("pinned")
        try write(store, id, 1...2)
        let number = try store.snapshot(of: id, at: nil).head.number
        var pins = [store.pin(2, ofList: number), store.pin(1, ofList: number), store.pin(2, ofList: number)]
        pins.remove(at: 1).release()
        pins.removeFirst()
        try write(store, id, 3...60)
        #expect(try store.snapshot(of: id, at: 2).itemCount == 2)
        pins.removeAll()
        try write(store, id, 61...100)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 2) }
    }

    @Test("stays in a store in memory too, until its pin is released")
    func memory() throws {
        let store = MemoryListStore(versions: 16, describeList: ConformanceCheck.describe, now: { 0 }) { SystemSources.identifiers() }
        let id = try listID("pinned")
        try store.put(.counting(1), into: id)
        let pin = store.pin(1, ofList: try store.snapshot(of: id, at: nil).head.number)
        for count in 2...40 { try store.put(.counting(count), into: id) }
        for version: Int64 in 1...40 { #expect(try store.snapshot(of: id, at: version).itemCount == Int(version)) }
        pin.release()
        try store.put(.counting(41), into: id)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 25) }
        #expect(throws: Never.self) { try store.snapshot(of: id, at: 26) }
    }

    @Test("can be read on after its list was deleted, until its pin is released or too old", arguments: [true, false])
    func deleted(isReleased: Bool) throws {
        let database = try TestDatabase()
        let store = try store(database)
        defer { store.close() }
        let id = try listID("pinned")
        let snapshot = try store.put(.counting(3_000), into: id)
        let pin = store.pin(1, ofList: snapshot.head.number)
        try store.delete(id)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
        // Each of these batches would delete a thousand rows.
        try write(store, listID("other"), 1...60)
        #expect(try ListModel(snapshot) == .counting(3_000))
        // Made again, the list is another, and its history runs as any.
        try write(store, id, 1...60)
        #expect(try ListModel(snapshot) == .counting(3_000))
        if isReleased { pin.release() } else { clock.advance(seconds: 61) }
        try eventually { try database.query("SELECT count(*) FROM list") == 2 }
        #expect(throws: (any Error).self) { try ListModel(snapshot) }
        pin.release()
    }

    @Test("goes when its pin is older than the store allows")
    func time() throws {
        let database = try TestDatabase()
        let store = try store(database)
        defer { store.close() }
        let id = try listID("pinned")
        try write(store, id, 1...1)
        let pin = store.pin(1, ofList: try store.snapshot(of: id, at: nil).head.number)
        defer { pin.release() }
        clock.advance(seconds: 60)
        try write(store, id, 2...30)
        #expect(throws: Never.self) { try store.snapshot(of: id, at: 1) }
        clock.advance(seconds: 1)
        try write(store, id, 31...60)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
    }

    @Test("goes when the history takes twice its bytes")
    func bytes() throws {
        let database = try TestDatabase()
        let store = try store(database, bytes: 200)
        defer { store.close() }
        let id = try listID("pinned")
        try write(store, id, 1...1)
        let pin = store.pin(1, ofList: try store.snapshot(of: id, at: nil).head.number)
        defer { pin.release() }
        try write(store, id, 2...60)
        #expect(throws: ListError.self) { try store.snapshot(of: id, at: 1) }
    }
}
