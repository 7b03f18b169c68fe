import Lists
import Ports
import TestSupport
import Testing
import Webhooks
@testable import WebhookDelivery

@Suite("The order of deliveries")
struct OrderTests {
    @Test("of an ordered webhook is that of its events, also where attempts fail")
    func ordered() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/fail?times=1"), isOrdered: true)
        try outbox.select(30)
        try outbox.start(retries: [0, 0])
        try outbox.wait(for: 30, .delivered, of: id)
        let came = try receiver.deliveries()
        #expect(came.compactMap(\.sequence) == (1...30).flatMap { [$0, $0] })
        #expect(came.allSatisfy { $0.active == 1 })
    }

    @Test("of an ordered webhook does not wait for records, which are written in groups, and nothing is sent twice")
    func grouped() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let store = RefusingStore(outbox.store)
        let id = try outbox.add(receiver.url("/ok"), isOrdered: true)
        try outbox.select(400)
        store.setRefusing(true)
        let limits = DeliveryLimits(orderedUnrecorded: 300)
        try outbox.start(TestOutbox.settings(limits), store: store)
        // None of them can be recorded.
        try receiver.wait(for: 300)
        #expect(try outbox.deliveries(id).allSatisfy { $0.status == .pending })
        store.setRefusing(false)
        try outbox.wait(for: 400, .delivered, of: id)
        #expect(try receiver.deliveries().compactMap(\.sequence) == Array(1...400))
        #expect(try receiver.deliveries().allSatisfy { $0.active == 1 })
    }

    @Test("of an ordered webhook goes on beside writers that never rest, in few writes of its own", .timeLimit(.minutes(3)))
    func besideWriters() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        // Slower than any receiver: one that is slower than the store would have each record written by itself.
        let store = RefusingStore(outbox.store, pause: 0.05)
        let id = try outbox.add(receiver.url("/ok"), isOrdered: true, events: [.itemSelected])
        try outbox.select(1_000)
        let writers = BusyWriters(of: outbox.store, outbox.list)
        defer { writers.stop() }
        try outbox.start(store: store)
        try receiver.wait(for: 1_000)
        // One for each delivery is what it took when each waited for the record of the one before.
        #expect(store.writes <= 500)
        writers.stop()
        try outbox.wait(for: 1_000, .delivered, of: id)
        #expect(try receiver.deliveries().compactMap(\.sequence) == Array(1...1_000))
    }

    @Test("of an ordered webhook goes on behind what has used up its attempts")
    func exhausted() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/fail?times=2"), isOrdered: true)
        try outbox.select(3)
        try outbox.start(retries: [0])
        try outbox.wait(for: 3, .failed, of: id)
        #expect(try receiver.deliveries().compactMap(\.sequence) == [1, 1, 2, 2, 3, 3])
    }

    @Test("is free otherwise, with no more at once than a webhook may have")
    func bounded() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/slow?seconds=0.02"))
        try outbox.select(60)
        try outbox.start(TestOutbox.settings(DeliveryLimits(perWebhook: 3)))
        try outbox.wait(for: 60, .delivered, of: id)
        let came = try receiver.deliveries()
        #expect(came.map(\.active).max() == 3)
        #expect(came.count == 60)
    }

    @Test("of one webhook is nothing to the others, though receivers hang or are dead")
    func independent() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        for number in 0..<12 { try outbox.add(receiver.url("/silent?\(number)")) }
        // A port that nobody listens at.
        try outbox.add("http://127.0.0.1:1/")
        let alive = try outbox.add(receiver.url("/ok"))
        try outbox.select(200)
        try outbox.start(TestOutbox.settings(timeout: 60_000, DeliveryLimits(overall: 32)), retries: [3_600])
        try outbox.wait(for: 200, .delivered, of: alive)
        // All this before one of those that hang has run into its time-out.
        let came = try receiver.deliveries()
        #expect(came.filter { $0.path == "/silent" }.count == 12)
        #expect(came.filter { $0.path == "/ok" }.count == 200)
    }
}
