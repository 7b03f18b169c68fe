import Lists
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("A backlog")
struct BacklogTests {
    @Test("drains, each delivery once, within the bounds of what is held")
    func drains() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let ids = try (0..<5).map { try outbox.add(receiver.url("/ok?number=\($0)")) }
        try outbox.select(1_000)
        let limits = DeliveryLimits(perWebhook: 4, overall: 16, window: 10)
        let worker = try outbox.start(TestOutbox.settings(limits))
        for id in ids { try outbox.wait(for: 1_000, .delivered, of: id) }
        let came = try receiver.deliveries()
        #expect(came.count == 5_000)
        #expect(Set(came.map { "\($0.target) \($0.id)" }).count == 5_000)
        try eventually("the worker counts what is recorded") { worker.figures.delivered == 5_000 }
        let figures = worker.figures
        #expect(figures.acceptedAttempts == 5_000)
        #expect(figures.refusedAttempts + figures.unansweredAttempts + figures.failed == 0)
        #expect((1...limits.overall).contains(figures.mostInFlight))
        #expect((1...limits.window * 5).contains(figures.mostHeld))
        #expect(try outbox.store.backlog() == DeliveryBacklog(pending: 0, oldest: nil))
        // Connections are used again.
        #expect(Set(came.map(\.connection)).count <= 2 * limits.overall)
    }

    @Test("of a receiver that answers 5xx is sent no faster than that of one that does not answer")
    func failing() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let failing = try outbox.add(receiver.url("/ok?status=503"))
        let working = try outbox.add(receiver.url("/ok"))
        try outbox.select(2_000)
        var limits = DeliveryLimits()
        limits.unansweredEach = 1
        let worker = try outbox.start(TestOutbox.settings(limits))
        try outbox.wait(for: 2_000, .delivered, of: working)
        #expect((1..<200).contains(worker.figures.refusedAttempts))
        #expect(try outbox.store.deliveries(to: failing, status: .pending, after: nil, limit: 1_000)?.count == 1_000)
    }

    @Test("is sent when somebody retries or replays it")
    func replayed() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/fail?times=1"))
        let worker = try outbox.start()
        try outbox.select(5)
        let failed = try outbox.wait(for: 5, .failed, of: id)
        let first = try #require(failed.first)
        _ = try outbox.write { try $0.retry(first.id, to: id) }
        try outbox.wait(for: 1, .delivered, of: id)
        _ = try outbox.write { try $0.replay(to: id, since: 0, until: .max, after: 0, limit: 100).count }
        let delivered = try outbox.wait(for: 5, .delivered, of: id)
        #expect(delivered.allSatisfy { $0.attempts.count == 2 })
        #expect(worker.figures.refusedAttempts == 5)
    }

    @Test("is left to the next worker where the first one is stopped")
    func stopped() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/slow?seconds=0.05"))
        try outbox.select(100)
        // So few at once that a stop comes long before the last.
        let first = try outbox.start(TestOutbox.settings(DeliveryLimits(perWebhook: 2)))
        try receiver.wait(for: 5)
        first.stop(within: 30)
        // What was on its way was waited for, and is recorded.
        let sent = try receiver.deliveries().count
        #expect(try outbox.deliveries(id).filter { $0.status == .delivered }.count == sent)
        #expect(sent < 100)
        #expect(first.figures.inFlight == 0)
        try outbox.start()
        try outbox.wait(for: 100, .delivered, of: id)
        #expect(try receiver.deliveries().count == 100)
    }

    @Test("is sent again where nobody waited for the answer")
    func aborted() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/silent?times=1"))
        let first = try outbox.start()
        try outbox.select()
        let came = try #require(try receiver.wait(for: 1).first)
        first.stop(within: 0)
        #expect(try outbox.deliveries(id).map(\.status) == [.pending])
        try outbox.start()
        try outbox.wait(for: 1, .delivered, of: id)
        #expect(try receiver.deliveries().map(\.id) == [came.id, came.id])
    }
}
