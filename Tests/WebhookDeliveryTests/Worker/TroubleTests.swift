import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("Trouble")
struct TroubleTests {
    @Test("with a store that refuses to record is waited out, and nothing is sent twice")
    func refusingStore() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let store = RefusingStore(outbox.store)
        let id = try outbox.add(receiver.url("/held"))
        try outbox.start(store: store)
        try outbox.select()
        try receiver.wait(for: 1)
        store.setRefusing(true)
        try receiver.release()
        try eventually("records were refused") { store.refusals >= 5 }
        #expect(try outbox.deliveries(id).map(\.status) == [.pending])
        store.setRefusing(false)
        try outbox.wait(for: 1, .delivered, of: id)
        #expect(try receiver.deliveries().count == 1)
    }

    @Test("with a store that can't be read counts against no receiver", arguments: [false, true])
    func unreadableStore(isOrdered: Bool) throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let store = RefusingStore(outbox.store)
        store.setRefusingEvents(true)
        let id = try outbox.add(receiver.url("/ok"), isOrdered: isOrdered)
        try outbox.select(3)
        let worker = try outbox.start(store: store)
        try eventually("reads were refused") { store.eventRefusals >= 3 }
        #expect(try outbox.deliveries(id).allSatisfy { $0.status == .pending && $0.attempts.isEmpty })
        #expect(try outbox.webhook(id).health == WebhookHealth())
        store.setRefusingEvents(false)
        let delivered = try outbox.wait(for: 3, .delivered, of: id)
        #expect(delivered.allSatisfy { $0.attempts.count == 1 })
        #expect(worker.figures.unansweredAttempts == 0)
    }

    @Test("of five days disables a webhook without a further attempt")
    func patience() throws {
        let outbox = try TestOutbox()
        let id = try outbox.add("http://127.0.0.1:1/")
        try outbox.select()
        let since = TestOutbox.now() - DeliveryRules.patience
        try outbox.update(id) {
            $0.health = WebhookHealth(status: .failing, reason: "it answered 500", failingSince: since, hasExhausted: true)
        }
        // Its delivery is due only later, so that no attempt says so.
        let delivery = try #require(try outbox.deliveries(id).first)
        #expect(delivery.attempts.isEmpty)
        let attempt = DeliveryAttempt(
            at: TestOutbox.now(), statusCode: 500, error: "it answered 500", durationMilliseconds: 1, responseBody: "")
        let health = try outbox.webhook(id).health
        try outbox.write {
            try $0.record([
                DeliveryOutcome(
                    delivery: delivery.number, webhook: id, attempt: attempt, status: .pending,
                    nextAttemptAt: TestOutbox.now() + 3_600_000, health: health)
            ])
        }
        try outbox.start()
        let failed = try outbox.wait(for: 1, .failed, of: id)
        #expect(failed.first?.attempts.count == 1)
        #expect(try outbox.webhook(id).health.status == .disabled)
    }

    @Test("of a webhook that is deleted while it is called ends with the call")
    func deleted() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let gone = try outbox.add(receiver.url("/slow?seconds=0.3"))
        let worker = try outbox.start()
        try outbox.select(10)
        try receiver.wait(for: 1)
        try outbox.write { try $0.deleteWebhook(gone) }
        let alive = try outbox.add(receiver.url("/ok"))
        try outbox.select()
        try outbox.wait(for: 1, .delivered, of: alive)
        try eventually("nothing is under way") { worker.figures.inFlight == 0 && worker.figures.acceptedAttempts >= 2 }
        #expect(try receiver.deliveries().filter { $0.path == "/slow" }.count == 1)
    }

    @Test("of a webhook that was disabled is over once it is enabled")
    func enabled() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok"))
        let worker = try outbox.start()
        try outbox.update(id) { $0.health = WebhookHealth(status: .disabled, reason: "by hand") }
        try outbox.select(3)
        try outbox.wait(for: 3, .failed, of: id)
        try outbox.update(id) { $0.health = WebhookHealth() }
        try outbox.select()
        try outbox.wait(for: 1, .delivered, of: id)
        _ = try outbox.write { try $0.replay(to: id, since: 0, until: .max, after: 0, limit: 100).count }
        try outbox.wait(for: 4, .delivered, of: id)
        #expect(try receiver.deliveries().count == 4)
        #expect(worker.figures.unansweredAttempts == 0)
    }
}
