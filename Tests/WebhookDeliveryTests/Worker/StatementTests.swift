import JSON
import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing
import Webhooks
@testable import WebhookDelivery

/// How many SQL statements and commits a write costs, up to the delivery's recorded outcome.
@Suite("The cost of a write")
struct StatementTests {
    private static let most = 40

    @Test("does not depend on how many webhooks do not want its event, and is the same without a webhook")
    func unwanted() throws {
        let receiver = try Receiver()
        let costs = try [0, 1, 10, 100].map { try Self.cost(of: 20, webhooks: $0, receiver) { try $0.change($1) } }
        #expect(Set(costs.map(\.statements)).count == 1, "\(costs)")
        #expect(costs.allSatisfy { $0.commits == 20 }, "\(costs)")
    }

    @Test("with a webhook that wants its event is at most 40 statements and two commits", arguments: [false, true])
    func wanted(isOrdered: Bool) throws {
        let receiver = try Receiver()
        for webhooks in [1, 10, 100] {
            let change = try Self.cost(of: 1, wants: .listChanged, isOrdered: isOrdered, webhooks: webhooks, receiver) { try $0.change($1) }
            #expect(change.statements <= Self.most && change.commits == 2, "a change, \(webhooks) webhooks: \(change)")
            let selection = try Self.cost(of: 1, wants: .itemSelected, isOrdered: isOrdered, webhooks: webhooks, receiver) { outbox, _ in
                try outbox.select()
            }
            #expect(selection.statements <= Self.most && selection.commits == 2, "a selection, \(webhooks) webhooks: \(selection)")
        }
    }

    @Test("a look at an ordered webhook that waits for a retry reads no window of what is behind it")
    func waiting() throws {
        let outbox = try TestOutbox(collectionInterval: 3_600)
        let hook = try outbox.add("http://127.0.0.1/", isOrdered: true)
        try outbox.select(300)
        let now = TestOutbox.now()
        func look() throws -> (due: DueDeliveries, statements: Int) {
            let before = outbox.statements.count
            let due = try outbox.store.due(to: hook, isOrdered: true, now: now, limit: 256)
            return (due, outbox.statements.count - before)
        }
        let first = try #require(try look().due.deliveries.first)
        let (due, statements) = try look()
        #expect(due.deliveries.count == 256)
        let outcome = ConformanceCheck.outcome(first, 500, at: now, next: now + 60_000)
        try outbox.write { try $0.record([outcome]) }
        let waiting = try look()
        #expect(waiting.due == DueDeliveries(nextAttempt: now + 60_000))
        #expect(waiting.statements < statements)
    }

    @Test("a record of an attempt asks for nothing of sets of webhooks that are over")
    func overRecipientSets() throws {
        let outbox = try TestOutbox(collectionInterval: 3_600)
        let hook = try outbox.add("http://127.0.0.1/")
        func record() throws -> Int {
            try outbox.select()
            let now = TestOutbox.now()
            let due = try outbox.store.due(to: hook, isOrdered: false, now: now, limit: 10).deliveries
            try #require(due.count == 1)
            let outcome = ConformanceCheck.outcome(due[0], 200, at: now)
            let before = outbox.statements.count
            try outbox.write { try $0.record([outcome]) }
            return outbox.statements.count - before
        }
        _ = try record()
        let cost = try record()
        for _ in 1...10 {
            try outbox.add("http://127.0.0.1/")
            _ = try record()
        }
        #expect(try record() == cost)
    }

    /// The cost of some writes and their deliveries.
    ///
    /// - Parameters:
    ///   - wanted: The event that one webhook wants; `nil` where none wants one.
    ///   - webhooks: How many there are. All but one want no event of these writes.
    private static func cost(
        of count: Int, wants wanted: EventType? = nil, isOrdered: Bool = false, webhooks: Int, _ receiver: Receiver,
        write: (TestOutbox, Int) throws -> Void
    ) throws -> (statements: Int, commits: Int) {
        // Nothing is collected in between.
        let outbox = try TestOutbox(collectionInterval: 3_600)
        if webhooks > 0 {
            try outbox.add(receiver.url("/ok"), isOrdered: isOrdered, events: [.itemDeselected] + (wanted.map { [$0] } ?? []))
        }
        for number in 1..<max(1, webhooks) { try outbox.add(receiver.url("/ok?other=\(number)"), events: [.listDeleted]) }
        let store = RefusingStore(outbox.store)
        let worker = try outbox.start(store: store)
        // Of each webhook one look is the first; then one for a delivery, and behind the record of an ordered one another.
        func deliver(_ count: Int) throws {
            let looks = webhooks + count * (isOrdered ? 2 : 1)
            try eventually("\(count) deliveries and \(looks) looks") { worker.figures.delivered == count && store.looks == looks }
        }
        // The worker reads the webhooks and then writes for the first time. The change below is committed behind that write; when the first
        // delivery is recorded the worker has read all that it reads at its start.
        try eventually("the worker's first write") { store.writes > 0 }
        if webhooks > 0 {
            try outbox.select(type: .itemDeselected)
            try deliver(1)
        }
        try outbox.change(-1)
        if wanted == .listChanged { try deliver(2) }
        let before = (outbox.statements.count, outbox.store.commitCount, worker.figures.delivered)
        for number in 1...count { try write(outbox, number) }
        if wanted != nil { try deliver(before.2 + count) }
        return (outbox.statements.count - before.0, outbox.store.commitCount - before.1)
    }
}

extension TestOutbox {
    /// Gives an item of the list another value.
    fileprivate func change(_ number: Int) throws {
        try store.writeAndWait(list) { transaction in
            let edit = try transaction.edit()
            try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\(number)"))
            try transaction.commit(edit)
        }
    }
}
