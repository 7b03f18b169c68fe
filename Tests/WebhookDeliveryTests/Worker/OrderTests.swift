import Lists
import Testing
import WebhookReceiver
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
        try outbox.start(TestOutbox.settings(DeliveryLimits(overall: 32)), retries: [3_600])
        try outbox.wait(for: 200, .delivered, of: alive)
        // All this before one of those that hang has run into its time-out.
        let came = try receiver.deliveries()
        #expect(came.filter { $0.path == "/silent" }.count == 12)
        #expect(came.filter { $0.path == "/ok" }.count == 200)
    }
}
