import Dispatch
import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("Events, webhooks and deliveries in the database")
struct OutboxTests {
    private static let tables = ["event", "interaction_count", "recipient_set", "webhook", "webhook_secret", "delivery", "attempt"]

    @Test("writes to lists touch none of their tables while there is no webhook and no interaction")
    func costsNothing() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.collectionInterval = 0.01 }
        defer { store.close() }
        let id = try listID("plain")
        try store.put(.counting(1), into: id)
        // Opens the connection that a long write reads over.
        try store.put(.counting(5_000), into: listID("long"))
        // Whatever reads or writes one of them from now on fails.
        for table in Self.tables + ["event_counter"] { try database.execute("DROP TABLE \(table)") }
        for count in 2...20 { try store.put(.counting(count), into: id) }
        try store.put(.counting(5_001), into: listID("long"))
        #expect(try store.delete(id) == 21)
        #expect(throws: (any Error).self) { try store.register(ConformanceCheck.webhook("w")) }
    }

    @Test("a write leaves one event, however many webhooks want it, and a delivery for each of them", arguments: [1, 100])
    func costsOneRow(webhooks: Int) throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("l")
        for number in 0..<webhooks { try store.register(ConformanceCheck.webhook("w\(number)", [.listChanged])) }
        for number in 0..<10 { try store.register(ConformanceCheck.webhook("other\(number)", [.listDeleted])) }
        let before = try rows(database)
        try store.put(.counting(1), into: id)
        #expect(try rows(database) == before)
        for count in 2...11 { try store.put(.counting(count), into: id) }
        // Both below and above the size at which a replacement is prepared beside the writer.
        try store.put(.counting(5_000), into: id)
        #expect(try database.query("SELECT count(*) FROM event") == 11)
        // Besides, once, who wants it.
        #expect(try rows(database) == before + 11 + Int64(webhooks))
        #expect(try database.query("SELECT count(*) FROM delivery") == 0)
        #expect(try store.backlog().pending == 11 * webhooks)
        for number in 0..<webhooks {
            let made = try store.allDeliveries(to: Identifier(verbatim: "w\(number)"))
            #expect(made.map(\.event) == Array((1...11).reversed()) && made.allSatisfy { $0.status == .pending && $0.attempts.isEmpty })
        }
    }

    @Test("a write of the outbox knows whether others wait for it")
    func room() throws {
        let store = try TestDatabase().open()
        defer { store.close() }
        #expect(try store.writeWebhooksAndWait { $0.othersWait } == false)
        let id = try listID("l")
        let done = DispatchSemaphore(value: 0)
        let waited = try store.writeWebhooksAndWait { transaction in
            store.write(id, { _ in }, completion: { _ in done.signal() })
            return transaction.othersWait
        }
        done.wait()
        #expect(waited)
    }

    private func rows(_ database: TestDatabase) throws -> Int64 {
        try database.query("SELECT " + Self.tables.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + "))
    }

    @Test("what a stop interrupts goes on: deliveries, attempts, health")
    func restarts() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let id = try listID("l")
        var store = try database.open(clock)
        let hook = try store.register(ConformanceCheck.webhook("w"))
        for count in 1...10 { try store.put(.counting(count), into: id) }
        let made = try store.allDeliveries(to: hook.id)
        #expect(made.count == 10)
        let health = WebhookHealth(status: .failing, reason: "no", failingSince: 5, hasExhausted: true)
        let outcome = ConformanceCheck.outcome(made[0], 500, at: clock.now, next: clock.now + 5, health: health)
        try store.writeWebhooksAndWait { try $0.record([outcome]) }
        let before = (try store.allDeliveries(to: hook.id), try store.webhooks())
        store.close()
        store = try database.open(clock)
        defer { store.close() }
        #expect(try store.allDeliveries(to: hook.id) == before.0)
        #expect(try store.webhooks() == before.1)
        #expect(try store.writeWebhooksAndWait { try $0.webhooks() } == before.1)
        #expect(try store.allDeliveries(to: hook.id).map(\.event) == Array((1...10).reversed()))
        try store.put(.counting(11), into: id)
        #expect(try store.event(11)?.version == 11)
        let numbers = try store.allDeliveries(to: hook.id).map(\.number)
        #expect(numbers == Array(numbers.sorted().reversed()) && Set(numbers).count == 11)
    }

    @Test("deliveries of a deleted webhook go in the background, and with the last one of an event the event")
    func deletesWebhook() throws {
        let database = try TestDatabase()
        let id = try listID("l")
        var store = try database.open()
        let (first, second) = (ConformanceCheck.webhook("first"), ConformanceCheck.webhook("second", [.listCreated]))
        for hook in [first, second] { try store.register(hook) }
        for count in 1...2_000 { store.write(id, { try Self.change($0, to: count) }, completion: { _ in }) }
        try store.select(in: id)
        #expect(try database.query("SELECT count(*) FROM event") == 2_001)
        #expect(try store.backlog().pending == 2_002)
        try store.writeWebhooksAndWait { try $0.deleteWebhook(first.id) }
        #expect(try store.backlog().pending == 1)
        #expect(try store.webhooks() == [second])
        store.close()
        store = try database.open()
        defer { store.close() }
        try eventually { try database.query("SELECT count(*) FROM event") == 2 }
        try eventually { try database.query("SELECT count(*) FROM webhook") == 1 }
        #expect(try database.query("SELECT count(*) FROM recipient_set") == 1)
        #expect(try store.allDeliveries(to: second.id).count == 1)
        try store.register(first)
        #expect(try store.allDeliveries(to: first.id) == [])
    }

    private static func change(_ transaction: any ListTransaction, to count: Int) throws {
        let edit = try transaction.edit()
        try edit.replace(with: ListModel.counting(1, prefix: "i\(count)").draft)
        try transaction.commit(edit)
    }

    @Test("ended deliveries go when their time is over, a little at a time and on an idle store; pending ones stay")
    func dropsEnded() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.events.deliverySeconds = 100 }
        defer { store.close() }
        let hook = try store.register(ConformanceCheck.webhook("w"))
        for count in 1...900 { store.write(try listID("l"), { try Self.change($0, to: count) }, completion: { _ in }) }
        _ = try store.now()
        let all = try store.allDeliveries(to: hook.id, page: 1_000)
        #expect(all.count == 900)
        try store.writeWebhooksAndWait { transaction in
            try transaction.record(all.dropLast().map { ConformanceCheck.outcome($0, 200, at: clock.now) })
        }
        clock.advance(seconds: 1)
        _ = try store.writeWebhooksAndWait { try $0.retry(all[0].id, to: hook.id) }
        clock.advance(seconds: 99)
        try eventually { try database.query("SELECT count(*) FROM delivery") == 2 }
        try eventually { try database.query("SELECT count(*) FROM attempt") == 1 }
        try eventually { try database.query("SELECT count(*) FROM event") == 2 }
        #expect(try store.allDeliveries(to: hook.id).map(\.id) == [all[0].id, all[899].id])
        clock.advance(seconds: 1_000_000)
        try store.put(.counting(3), into: listID("l"))
        #expect(try store.backlog() == DeliveryBacklog(pending: 3, oldest: all[899].createdAt))
    }

    @Test("a clock that goes back a little makes no event older than the one before")
    func clockGoesBack() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock)
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        try store.select(in: id)
        clock.advance(seconds: -59)
        let other = try listID("other")
        try store.put(.counting(1), into: other)
        try store.select(in: other)
        #expect(try store.event(2)?.time == store.event(1)?.time)
    }

    @Test("a store beside a writer reads interactions, webhooks and deliveries, and changes none")
    func readsBeside() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("l")
        let hook = try store.register(ConformanceCheck.webhook("w"))
        try store.put(.counting(1), into: id)
        try store.select(in: id)
        let reader = try SQLiteListStore.openReadOnly(configuration: SQLiteStoreConfiguration(path: database.path))
        defer { reader.close() }
        #expect(try reader.webhooks() == [hook])
        #expect(try reader.allDeliveries(to: hook.id) == store.allDeliveries(to: hook.id))
        #expect(try reader.interactions(of: id, after: nil, limit: 9).interactions.map(\.sequence) == [1])
        let failure = #expect(throws: ListError.self) { try reader.register(hook) }
        #expect(failure?.code == .unavailable)
    }
}
