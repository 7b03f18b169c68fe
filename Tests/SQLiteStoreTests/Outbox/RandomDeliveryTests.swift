import Foundations
import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

/// Deliveries in a database beside what they should be, over restarts, clocks that go back and the end of what is kept.
@Suite("Random deliveries in the database")
struct RandomDeliveryTests {
    @Test("are what plain arrays say", arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func agree(seed: UInt64) throws {
        let run = try DeliveryRun(seed: seed)
        for step in 1...250 { try run.step(step) }
        run.store.close()
    }
}

/// A store, and what its deliveries should be.
private final class DeliveryRun {
    private struct Letter {
        let event: Int64
        let list: ListID
        let id: Identifier
        var status: Delivery.Status
        var attempts = 0
        /// Whether the last attempt says that the webhook no longer asks for it.
        var isOutOfReach = false
        var due: Int64?
        var endedAt: Int64?

        /// Ends, since its webhook no longer asks for it.
        mutating func failOutOfReach(at time: Int64) {
            status = .failed
            attempts += 1
            isOutOfReach = true
            due = nil
            endedAt = time
        }
    }

    private let database: TestDatabase
    private let clock = TestClock()
    private let seed: UInt64
    private let lists: [ListID]
    private(set) var store: SQLiteListStore
    private var random: SeededGenerator
    private var hooks: [Webhook] = []
    private var letters: [Identifier: [Letter]] = [:]
    private var lastEvent: Int64 = 0
    private var serial = 0
    /// The latest that the clock has shown.
    private var latest: Int64 = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        database = try TestDatabase()
        lists = try (0..<6).map { try listID("l\($0)") }
        store = try Self.open(database, clock)
        for list in lists { try store.put(.counting(1), into: list) }
    }

    private static func open(_ database: TestDatabase, _ clock: TestClock) throws -> SQLiteListStore {
        try database.open(clock) { $0.events.deliverySeconds = 100 }
    }

    private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    func step(_ step: Int) throws {
        let hook = hooks.isEmpty ? nil : pick(hooks.count)
        switch (pick(21), hook) {
        case (0...7, _): try select()
        case (8, _) where hooks.count < 7: try add()
        case (9, let hook?): try change(hook)
        case (10, let hook?) where pick(3) == 0:
            let id = hooks.remove(at: hook).id
            letters[id] = nil
            try store.writeWebhooksAndWait { try $0.deleteWebhook(id) }
        case (11...15, let hook?): try attempt(hooks[hook])
        case (16, let hook?): try retry(hooks[hook])
        case (17, _): clock.advance(seconds: Double(pick(90)))
        case (18, _):
            // Farther back the clock was wrong before.
            let behind = Int((latest - clock.now) / 1_000)
            clock.advance(seconds: -Double(min(pick(30), 59 - behind)))
        case (19, let hook?) where pick(2) == 0: try changeLists(hook)
        case (20, _) where pick(3) == 0:
            store.close()
            store = try Self.open(database, clock)
        default: return
        }
        latest = max(latest, clock.now)
        try check("seed \(seed), step \(step)")
    }

    private func select() throws {
        let list = lists[pick(lists.count)]
        for _ in 0...pick(4) {
            try store.select(in: list)
            lastEvent += 1
            for hook in hooks where hook.wants(.itemSelected, of: list) {
                let made = try #require(try store.deliveries(to: hook.id, status: nil, after: nil, limit: 1)?.first)
                let isFailed = hook.health.status == .disabled
                #expect(made.event == lastEvent && made.createdAt == clock.now)
                letters[hook.id, default: []].append(
                    Letter(
                        event: lastEvent, list: list, id: made.id, status: isFailed ? .failed : .pending, due: isFailed ? nil : clock.now,
                        endedAt: isFailed ? clock.now : nil))
            }
        }
    }

    private func add() throws {
        serial += 1
        var hook = ConformanceCheck.webhook("w\(serial)", ordered: pick(3) == 0)
        hook.lists = lists.filter { _ in pick(2) == 0 }.map { NamePattern($0.text) }
        hooks.append(try store.register(hook))
    }

    private func change(_ index: Int) throws {
        let isDisabled = hooks[index].health.status == .disabled
        hooks[index].health.status = isDisabled ? .active : .disabled
        let (hook, now) = (hooks[index], clock.now)
        try store.writeWebhooksAndWait { try $0.update(hook) }
        guard !isDisabled else { return }
        try failUnwanted(hook)
        for place in (letters[hook.id] ?? []).indices where letters[hook.id]?[place].status == .pending {
            letters[hook.id]?[place].status = .failed
            letters[hook.id]?[place].due = nil
            letters[hook.id]?[place].endedAt = now
        }
    }

    /// Gives a webhook other lists. What waits of those that it no longer names fails.
    private func changeLists(_ index: Int) throws {
        hooks[index].lists = lists.filter { _ in pick(2) == 0 }.map { NamePattern($0.text) }
        let (hook, now) = (hooks[index], clock.now)
        try store.writeWebhooksAndWait { try $0.update(hook) }
        try failUnwanted(hook)
        for (place, letter) in (letters[hook.id] ?? []).enumerated()
        where letter.status == .pending && !hook.wants(.itemSelected, of: letter.list) {
            letters[hook.id]?[place].failOutOfReach(at: now)
        }
    }

    private func failUnwanted(_ hook: Webhook) throws {
        var after: Int64? = 0
        let limit = 1 + pick(5)
        while let start = after { after = try store.writeWebhooksAndWait { try $0.failUnwanted(of: hook.id, after: start, limit: limit) } }
    }

    /// Records attempts at some of what is due, in any order.
    private func attempt(_ hook: Webhook) throws {
        let now = clock.now
        let due = try store.due(to: hook.id, isOrdered: hook.isOrdered, now: now, limit: 1 + pick(8)).deliveries
        let tried = due.filter { _ in pick(3) > 0 }.shuffled(using: &random)
        let outcomes = tried.map { delivery in
            let code = [200, 200, 500][pick(3)]
            return ConformanceCheck.outcome(delivery, code, at: now, next: code == 500 && pick(2) == 0 ? now + 1_000 : nil)
        }
        try store.record(outcomes)
        for outcome in outcomes {
            let delivery = try #require(due.first { $0.number == outcome.delivery })
            let place = try #require(letters[hook.id]?.firstIndex { $0.id == delivery.id })
            letters[hook.id]?[place].status = outcome.status
            letters[hook.id]?[place].attempts += 1
            letters[hook.id]?[place].isOutOfReach = false
            letters[hook.id]?[place].due = outcome.nextAttemptAt
            letters[hook.id]?[place].endedAt = outcome.status == .pending ? nil : now
        }
    }

    private func retry(_ hook: Webhook) throws {
        guard let found = letters[hook.id], !found.isEmpty, hook.health.status != .disabled else { return }
        let place = pick(found.count)
        let now = clock.now
        let retried = try store.writeWebhooksAndWait { try $0.retry(found[place].id, to: hook.id) }
        guard retried != nil || !isOver(found[place]) else { return }
        guard hook.wants(.itemSelected, of: found[place].list) else {
            #expect(retried?.status == .failed, "seed \(seed)")
            if !found[place].isOutOfReach { letters[hook.id]?[place].failOutOfReach(at: now) }
            return
        }
        #expect(retried?.status == .pending && retried?.nextAttemptAt == now, "seed \(seed)")
        letters[hook.id]?[place].status = .pending
        letters[hook.id]?[place].due = now
        letters[hook.id]?[place].endedAt = nil
    }

    /// Whether a delivery may have gone.
    private func isOver(_ letter: Letter) -> Bool { letter.endedAt.map { $0 + 100_000 <= latest } ?? false }

    private func check(_ what: Comment) throws {
        var pending = 0
        for hook in hooks {
            let shown = try store.allDeliveries(to: hook.id, page: 1 + pick(30))
            // What may have gone has gone where it is not shown, and does not come again.
            let ids = Set(shown.map(\.id))
            letters[hook.id]?.removeAll { isOver($0) && !ids.contains($0.id) }
            let kept = letters[hook.id] ?? []
            try #require(shown.map(\.id) == kept.map(\.id).reversed(), what)
            #expect(shown.map(\.status) == kept.map(\.status).reversed(), what)
            #expect(shown.map(\.attempts.count) == kept.map(\.attempts).reversed(), what)
            #expect(shown.map(\.nextAttemptAt) == kept.map(\.due).reversed(), what)
            let open = kept.filter { $0.status == .pending }
            pending += open.count
            #expect(try store.allDeliveries(to: hook.id, status: .pending).map(\.event) == open.map(\.event).reversed(), what)
            guard hook.health.status != .disabled else { continue }
            let now = clock.now
            let due =
                hook.isOrdered
                ? Array(open.prefix { ($0.due ?? 0) <= now })
                : open.filter { ($0.due ?? 0) <= now }.sorted { ($0.due ?? 0, $0.event) < ($1.due ?? 0, $1.event) }
            let limit = 1 + pick(20)
            let found = try store.due(to: hook.id, isOrdered: hook.isOrdered, now: now, limit: limit)
            #expect(found.deliveries.map(\.id) == due.prefix(limit).map(\.id), what)
            guard due.count < limit else { continue }
            let next = hook.isOrdered ? open.first?.due : open.compactMap(\.due).filter { $0 > now }.min()
            #expect(found.nextAttempt == next.flatMap { $0 > now ? $0 : nil }, what)
        }
        #expect(try store.backlog().pending == pending, what)
    }
}
