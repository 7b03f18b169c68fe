import Clocks
import Conformance
import JSON
import Lists
import Ports
import SQLiteStore
import Testing
import WebhookReceiver
import Webhooks
@testable import WebhookDelivery

/// How many SQL statements and commits a write costs, up to the delivery's recorded outcome.
@Suite("The cost of a write")
struct StatementTests {
    private static let most = 40

    @Test("does not depend on how many webhooks do not want its event")
    func unwanted() throws {
        let receiver = try Receiver()
        let costs = try [0, 9, 99].map { try Self.cost(of: 20, unwantedBy: $0, receiver) { try $0.change($1) } }
        #expect(Set(costs.map(\.statements)).count == 1, "\(costs)")
        #expect(costs.allSatisfy { $0.commits == 20 }, "\(costs)")
    }

    @Test("with a webhook that wants its event is at most 40 statements and two commits", arguments: [false, true])
    func wanted(isOrdered: Bool) throws {
        let receiver = try Receiver()
        for others in [0, 9, 99] {
            let change = try Self.cost(of: 1, wants: .listChanged, isOrdered: isOrdered, unwantedBy: others, receiver) { try $0.change($1) }
            #expect(change.statements <= Self.most && change.commits == 2, "a change, \(others) others: \(change)")
            let selection = try Self.cost(of: 1, wants: .itemSelected, isOrdered: isOrdered, unwantedBy: others, receiver) { outbox, _ in
                try outbox.select()
            }
            #expect(selection.statements <= Self.most && selection.commits == 2, "a selection, \(others) others: \(selection)")
        }
    }

    /// The cost of some writes and their deliveries.
    ///
    /// - Parameters:
    ///   - wanted: The event that one webhook wants; `nil` where none wants one.
    ///   - others: How many webhooks want no event of these writes.
    private static func cost(
        of count: Int, wants wanted: EventType? = nil, isOrdered: Bool = false, unwantedBy others: Int, _ receiver: Receiver,
        write: (TestOutbox, Int) throws -> Void
    ) throws -> (statements: Int, commits: Int) {
        // Nothing is collected in between.
        let outbox = try TestOutbox(collectionInterval: 3_600)
        for number in 0..<others { try outbox.add(receiver.url("/ok?other=\(number)"), events: [.listDeleted]) }
        try outbox.add(receiver.url("/ok"), isOrdered: isOrdered, events: [.itemDeselected] + (wanted.map { [$0] } ?? []))
        let worker = try outbox.start()
        func deliver(_ count: Int) throws {
            try eventually { worker.figures.delivered == count }
        }
        // When the first delivery is recorded the worker has read all that it reads at its start.
        try outbox.select(type: .itemDeselected)
        try deliver(1)
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
            try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONValue(verbatim: "\(number)"))
            try transaction.commit(edit)
        }
    }
}
