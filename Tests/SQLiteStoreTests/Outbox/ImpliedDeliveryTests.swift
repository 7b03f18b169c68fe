import Foundations
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("Deliveries without rows")
struct ImpliedDeliveryTests {
    @Test("a retry by hand far behind makes one row, and when that has gone the rest is as before")
    func retriedFarBehind() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try database.open(clock) { $0.events.deliverySeconds = 100 }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        let hook = try store.register(ConformanceCheck.webhook("w"))
        for _ in 1..<1_500 { store.write(id, { _ = try $0.record(.itemSelected) { _ in [] } }, completion: { _ in }) }
        try store.select(in: id)
        clock.advance(seconds: 1)
        let made = try store.allDeliveries(to: hook.id, page: 1_000)
        try #require(made.map(\.event) == Array((1...1_500).reversed()))
        let retried = try #require(try store.writeWebhooksAndWait { try $0.retry(made[0].id, to: hook.id) })
        #expect(retried.nextAttemptAt == clock.now && retried.id == made[0].id && retried.createdAt == made[0].createdAt)
        #expect(try database.query("SELECT count(*) FROM delivery") == 1)
        #expect(try store.due(to: hook.id, isOrdered: false, now: clock.now, limit: 2_000).deliveries.map(\.event) == Array(1...1_500))
        #expect(try store.backlog() == DeliveryBacklog(pending: 1_500, oldest: made[1_499].createdAt))
        try store.record([ConformanceCheck.outcome(retried, 200, at: clock.now)])
        #expect(try database.query("SELECT count(*) FROM delivery") == 1)
        #expect(try store.backlog().pending == 1_499)
        clock.advance(seconds: 100)
        try eventually { try store.allDeliveries(to: hook.id, status: .delivered).isEmpty }
        #expect(try store.allDeliveries(to: hook.id, page: 1_000) == Array(made.dropFirst()))
        #expect(try store.delivery(made[0].id, to: hook.id) == nil)
        #expect(try store.deliveries(to: hook.id, status: nil, after: made[0].id, limit: 1) == nil)
    }

    @Test("are counted as pending up to a bound, however many there are")
    func counted() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.writeLimit = 2 * Int(DeliverySQL.mostCounted) }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        try store.register(ConformanceCheck.webhook("w"))
        for _ in 0..<DeliverySQL.mostCounted + 50 {
            store.write(id, { _ = try $0.record(.itemSelected) { _ in [] } }, completion: { _ in })
        }
        try store.select(in: id)
        #expect(try store.backlog().pending == DeliverySQL.mostCounted)
    }

    @Test("are counted up to one bound for all webhooks together, and those with rows as well")
    func countedTogether() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let events = DeliverySQL.mostCounted / 20 + 50
        let store = try database.open(clock) { $0.writeLimit = 2 * events }
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        let hooks = try (0..<20).map { try store.register(ConformanceCheck.webhook("w\($0)")) }
        for _ in 1..<events { store.write(id, { _ = try $0.record(.itemSelected) { _ in [] } }, completion: { _ in }) }
        try store.select(in: id)
        #expect(try store.backlog().pending == DeliverySQL.mostCounted)
        // An attempt at the last makes the rows of all before it.
        for hook in hooks {
            let last = try #require(try store.allDeliveries(to: hook.id, status: .pending, page: 1).first)
            try store.record([ConformanceCheck.outcome(last, 500, at: clock.now)])
        }
        #expect(try database.query("SELECT count(*) FROM delivery WHERE status = 0") > DeliverySQL.mostCounted)
        #expect(try store.backlog().pending == DeliverySQL.mostCounted)
    }

    @Test("an attempt makes the rows of those before it and of none behind it, in whatever order attempts end")
    func attempts() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let id = try listID("l")
        try store.put(.counting(1), into: id)
        let hook = try store.register(ConformanceCheck.webhook("w"))
        for _ in 1...10 { try store.select(in: id) }
        let due = try store.due(to: hook.id, isOrdered: false, now: .max, limit: 9).deliveries
        let now = store.now()
        try store.record([due[4], due[2], due[3]].map { ConformanceCheck.outcome($0, 200, at: now) })
        #expect(try database.query("SELECT count(*) FROM delivery") == 5)
        #expect(try store.due(to: hook.id, isOrdered: false, now: .max, limit: 20).deliveries.map(\.event) == [1, 2, 6, 7, 8, 9, 10])
        #expect(try store.due(to: hook.id, isOrdered: true, now: .max, limit: 3).deliveries.map(\.event) == [1, 2, 6])
        // Those of another webhook, or of none, change nothing.
        try store.record([due[8], due[7]].map { ConformanceCheck.outcome($0, 200, at: now, webhook: "nobody") })
        let other = try store.register(ConformanceCheck.webhook("other"))
        try store.record([ConformanceCheck.outcome(due[8], 200, at: now, webhook: other.id.text)])
        let unknown = DeliveryNumber(event: 99, webhook: DeliveryNumber(due[0].number).webhook).value
        try store.record([ConformanceCheck.outcome(due[0], 200, at: now, number: unknown)])
        #expect(try store.allDeliveries(to: hook.id, status: .pending).map(\.event) == [10, 9, 8, 7, 6, 2, 1])
        #expect(try store.allDeliveries(to: other.id) == [])
    }

    @Test("more sets of webhooks than are kept, and a clock that goes back, change nothing but where rows are")
    func manyRecipientSets() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        var store = try database.open(clock)
        let lists = try (0..<40).map { try listID("l\($0)") }
        for list in lists { try store.put(.counting(1), into: list) }
        let all = try store.register(ConformanceCheck.webhook("all"))
        for list in lists {
            var hook = ConformanceCheck.webhook("of-\(list.text)")
            hook.lists = [NamePattern(list.text)]
            try store.register(hook)
        }
        for _ in 1...3 {
            for list in lists { try store.select(in: list) }
        }
        #expect(try database.query("SELECT count(DISTINCT number) FROM recipient_set") == 32)
        #expect(try database.query("SELECT count(*) FROM delivery") == 3 * 2 * 8)
        #expect(try store.allDeliveries(to: all.id).map(\.event) == Array((1...120).reversed()))
        #expect(try store.due(to: all.id, isOrdered: false, now: clock.now, limit: 50).deliveries.map(\.event) == Array(1...50))
        #expect(try store.backlog().pending == 240)
        clock.advance(seconds: -50)
        try store.select(in: lists[0])
        let newest = try #require(try store.allDeliveries(to: all.id).first)
        #expect(newest.createdAt == clock.now && newest.nextAttemptAt == clock.now && newest.event == 121)
        #expect(try store.due(to: all.id, isOrdered: false, now: clock.now, limit: 50).deliveries.map(\.event) == [121])
        clock.advance(seconds: 50)
        // Once all was tried there is room for others.
        let before = try store.allDeliveries(to: all.id, page: 50)
        for webhook in try store.webhooks() {
            try store.record(store.allDeliveries(to: webhook.id, page: 200).map { ConformanceCheck.outcome($0, 500, at: clock.now) })
        }
        store.close()
        store = try database.open(clock)
        defer { store.close() }
        #expect(try store.backlog().pending == 0)
        for list in lists.reversed() { try store.select(in: list) }
        #expect(try database.query("SELECT count(DISTINCT number) FROM recipient_set") == 32)
        #expect(try store.allDeliveries(to: all.id, status: .pending).map(\.event) == Array((122...161).reversed()))
        #expect(try store.allDeliveries(to: all.id, status: .failed, page: 50).map(\.id) == before.map(\.id))
    }

    @Test("is found by index alone, in each statement")
    func plans() throws {
        let database = try TestDatabase()
        try database.open().close()
        let connection = try DatabaseConnection(database.path, setUp: "")
        let statements = [
            DeliverySQL.one, DeliverySQL.all, DeliverySQL.pending, DeliverySQL.ended, DeliverySQL.due, DeliverySQL.turns,
            DeliverySQL.nextDue, DeliverySQL.nextTurn, DeliverySQL.impliedRun, DeliverySQL.backlog,
        ]
        for statement in statements {
            let plan: [String] = try connection.statement("EXPLAIN QUERY PLAN " + statement).all { $0["detail"] }
            // Runs are merged; of tables only the webhooks are read from their first row on, for the backlog of all.
            let scans = plan.filter { $0.hasPrefix("SCAN ") && !$0.contains("subquery") && $0 != "SCAN w" && $0 != "SCAN CONSTANT ROW" }
            #expect(scans == [], "\(statement): \(plan)")
            #expect(plan.contains { $0.contains("event_recipients") } || statement == DeliverySQL.one || statement == DeliverySQL.ended)
        }
    }
}
