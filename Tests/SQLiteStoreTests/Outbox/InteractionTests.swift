import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("Interactions in time")
struct InteractionTests {
    @Test("are hidden exactly when their time is over, and what follows one of those is gone")
    func expire() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) {
            $0.events.interactionSeconds = 100
            $0.collectionInterval = 1_000
        }
        defer { store.close() }
        try expires(store, clock)
    }

    @Test("are hidden exactly when their time is over in memory too")
    func expireInMemory() throws {
        let clock = TestClock()
        let store = MemoryListStore(
            events: EventPolicy(interactionSeconds: 100), describeList: ConformanceCheck.describe, now: { clock.now }
        ) { SystemSources.identifiers() }
        try expires(store, clock)
    }

    private func expires(_ store: any ListStore, _ clock: TestClock) throws {
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        for _ in 1...3 { try store.select(in: id) }
        clock.advance(seconds: 50)
        for _ in 4...5 { try store.select(in: id) }
        clock.advance(seconds: 49)
        #expect(try store.sequences(id, after: nil) == [1, 2, 3, 4, 5])
        clock.advance(seconds: 1)
        #expect(try store.sequences(id, after: nil) == [4, 5])
        #expect(try store.sequences(id, after: 3) == [4, 5])
        #expect(try store.sequences(id, after: 4) == [5])
        for after: Int64 in 0...2 { #expect(try store.sequences(id, after: after) == nil) }
        clock.advance(seconds: 50)
        #expect(try store.sequences(id, after: nil) == [])
        #expect(try store.sequences(id, after: 4) == nil)
        #expect(try store.sequences(id, after: 5) == [])
        #expect(try store.sequences(id, after: 6) == [])
        #expect(try store.select(in: id) == 6)
        #expect(try store.sequences(id, after: 5) == [6])
    }

    @Test("are deleted in the background, whether anybody writes or not, and count on afterwards")
    func collected() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let id = try listID("l")
        var store = try database.open(clock) { $0.events.interactionSeconds = 100 }
        try store.put(.counting(1), into: id)
        for _ in 1...700 { store.write(id, { _ = try $0.record(.itemSelected) { _ in [] } }, completion: { _ in }) }
        _ = try store.now()
        clock.advance(seconds: 50)
        #expect(try store.select(in: id) == 701)
        #expect(try database.query("SELECT count(*) FROM event") == 701)
        clock.advance(seconds: 50)
        try eventually { try database.query("SELECT count(*) FROM event") == 1 }
        store.close()
        clock.advance(seconds: 50)
        store = try database.open(clock) { $0.events.interactionSeconds = 100 }
        defer { store.close() }
        try eventually { try database.query("SELECT count(*) FROM event") == 0 }
        #expect(try store.sequences(id, after: 700) == nil)
        #expect(try store.sequences(id, after: 701) == [])
        try store.delete(id)
        try store.put(.counting(1), into: id)
        #expect(try store.select(in: id) == 702)
        #expect(try database.query("SELECT number FROM event") == 702)
    }

    @Test("stay as events while they are to be delivered, and are read back no more")
    func kept() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let id = try listID("l")
        let store = try database.open(clock) { $0.events = EventPolicy(interactionSeconds: 10, deliverySeconds: 100) }
        defer { store.close() }
        try store.put(.counting(1), into: id)
        let hook = try store.register(ConformanceCheck.webhook("w", [.itemSelected]))
        for _ in 1...3 { try store.select(in: id) }
        for _ in 1...2 { try store.select(in: id, type: .itemAction) }
        #expect(try database.query("SELECT count(*) FROM event") == 5)
        clock.advance(seconds: 20)
        try store.put(.counting(2), into: id)
        try eventually { try database.query("SELECT count(*) FROM event") == 3 }
        try eventually { try database.query("SELECT count(*) FROM event WHERE sequence IS NOT NULL") == 0 }
        #expect(try store.sequences(id, after: nil) == [])
        let due = try store.due(to: hook.id, isOrdered: false, now: clock.now, limit: 9).deliveries
        #expect(due.count == 3)
        #expect(try store.event(due[0].event)?.data != nil)
        clock.advance(seconds: 1_000_000)
        try store.put(.counting(3), into: id)
        #expect(try store.backlog().pending == 3)
        try store.writeWebhooksAndWait { try $0.record(due.map { ConformanceCheck.outcome($0, 200, at: clock.now) }) }
        clock.advance(seconds: 99)
        try store.put(.counting(4), into: id)
        #expect(try database.query("SELECT count(*) FROM delivery") == 3)
        clock.advance(seconds: 1)
        for table in ["delivery", "attempt", "event"] {
            try eventually { try database.query("SELECT count(*) FROM \(table)") == 0 }
        }
    }

    @Test("go with their write when the disk is full, and leave no hole")
    func rolledBack() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.pageLimit = 200 }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        try store.select(in: id)
        let failure = #expect(throws: ListError.self) { try store.select(in: id, String(repeating: "x", count: 2_000_000)) }
        #expect(failure?.code == .unavailable)
        #expect(try store.select(in: id) == 2)
        #expect(try store.sequences(id, after: nil) == [1, 2])
        let hook = ConformanceCheck.webhook("w")
        let text = String(repeating: "x", count: 2_000_000)
        let large = Webhook(id: hook.id, createdAt: 0, url: hook.url, description: text)
        let refused = #expect(throws: ListError.self) { try store.register(large) }
        #expect(refused?.code == .unavailable)
        #expect(try store.webhooks() == [])
        try store.register(hook)
        try store.select(in: id)
        #expect(try store.allDeliveries(to: hook.id).map(\.event) == [3])
    }
}

extension ListStore {
    /// The sequences that can be read back; `nil` where the store says that some are gone.
    fileprivate func sequences(_ id: ListID, after: Int64?) throws -> [Int64]? {
        do {
            return try interactions(of: id, after: after, limit: 1_000).interactions.map(\.sequence)
        } catch let error as ListError where error.code == .interactionGone {
            return nil
        }
    }
}
