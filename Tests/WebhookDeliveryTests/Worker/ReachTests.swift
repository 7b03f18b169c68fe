import Foundations
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("A webhook that asks for less than before")
struct ReachTests {
    @Test("is not sent what waited for its next attempt, and the log says why")
    func waiting() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/fail?times=1"), events: [.itemSelected, .listChanged])
        try outbox.select(2)
        try outbox.start(retries: [3_600])
        try eventually("both have failed once") { try outbox.deliveries(id).count { $0.attempts.count == 1 } == 2 }
        try outbox.update(id) { $0.events = [.listChanged] }
        let failed = try outbox.wait(for: 2, .failed, of: id)
        #expect(failed.allSatisfy { $0.attempts.map(\.error) == ["it answered 500", "out of reach"] && $0.nextAttemptAt == nil })
        #expect(try receiver.deliveries().count == 2)
        // Nothing of this is the receiver's doing.
        #expect(try outbox.webhook(id).health.reason == "it answered 500")
    }

    @Test("is sent nothing else from then on, though much was waiting", arguments: [false, true])
    func backlog(isOrdered: Bool) throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/slow?seconds=0.01"), isOrdered: isOrdered)
        try outbox.select(300)
        try outbox.start()
        try receiver.wait(for: 5)
        try outbox.update(id) { $0.lists = [NamePattern("other*")] }
        // What was on its way then may still come: one, or as many as a webhook may have.
        let sent = try receiver.deliveries().count
        try eventually("nothing is pending") { try outbox.deliveries(id).allSatisfy { $0.status != .pending } }
        try eventually("what came is recorded") {
            try outbox.deliveries(id).count { $0.status == .delivered } == receiver.deliveries().count
        }
        let came = try receiver.deliveries().count
        #expect(came <= sent + (isOrdered ? 1 : DeliveryLimits().perWebhook))
        let log = try outbox.deliveries(id)
        #expect(log.filter { $0.status == .failed }.allSatisfy { $0.attempts.map(\.error) == ["out of reach"] })
        let other = try #require(ListID("other-1"))
        try outbox.store.put(.counting(1), into: other)
        try outbox.wait(for: came + 1, .delivered, of: id)
        #expect(try outbox.webhook(id).health == WebhookHealth())
    }

    @Test("is sent a test all the same")
    func test() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok"), lists: ["none"])
        try outbox.start()
        try outbox.write { _ = try $0.addTest(to: id) }
        try outbox.wait(for: 1, .delivered, of: id)
    }
}
