import Lists
import Ports
import TestSupport
import Testing
import Webhooks
@testable import WebhookDelivery

@Suite("What a receiver answers")
struct AnswerTests {
    @Test("with a redirect is a failure, and nobody follows it")
    func redirect() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/redirect"))
        try outbox.start()
        try outbox.select()
        let delivery = try #require(try outbox.wait(for: 1, .failed, of: id).first)
        #expect(delivery.attempts.map(\.statusCode) == [302])
        #expect(try receiver.deliveries().map(\.path) == ["/redirect"])
        #expect(try outbox.webhook(id).health.status == .failing)
    }

    @Test("with 410 disables the webhook, and what is pending fails")
    func gone() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/gone"))
        try outbox.select(20)
        try outbox.start(retries: [3_600])
        try outbox.wait(for: 20, .failed, of: id)
        #expect(try outbox.webhook(id).health.status == .disabled)
        let sent = try receiver.deliveries().count
        #expect(sent < 20)
        try outbox.select(3)
        try outbox.wait(for: 23, .failed, of: id)
        #expect(try receiver.deliveries().count == sent)
    }

    @Test("with Retry-After puts the next attempt off", arguments: ["3600", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func retryAfter(value: String) throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let encoded = value.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        let id = try outbox.add(receiver.url("/later?value=\(encoded)"))
        try outbox.start(retries: [1])
        let start = TestOutbox.now()
        try outbox.select()
        try eventually("the attempt is recorded") { try outbox.deliveries(id).first?.attempts.isEmpty == false }
        let delivery = try #require(try outbox.deliveries(id).first)
        let next = try #require(delivery.nextAttemptAt)
        #expect(delivery.status == .pending)
        #expect(next >= start + 3_600_000)
        #expect(next <= TestOutbox.now() + 86_400_000)
    }

    @Test("is waited for no longer than the time-out")
    func timeout() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/silent"))
        try outbox.start(TestOutbox.settings(timeout: 300))
        try outbox.select()
        let attempt = try #require(try outbox.wait(for: 1, .failed, of: id).first?.attempts.first)
        #expect(attempt.statusCode == nil)
        #expect(attempt.error?.contains("timed out") == true)
        #expect(attempt.durationMilliseconds >= 200)
    }

    @Test("is kept to 4 KiB")
    func body() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/big?bytes=1048576"))
        try outbox.start()
        try outbox.select()
        let attempt = try #require(try outbox.wait(for: 1, .delivered, of: id).first?.attempts.first)
        #expect(attempt.responseBody == String(repeating: "b", count: 4_096))
    }

    @Test("from an address that may not be called is never heard")
    func guarded() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok", host: "localhost"))
        try outbox.start(allowing: "192.0.2.0/24")
        try outbox.select()
        let attempt = try #require(try outbox.wait(for: 1, .failed, of: id).first?.attempts.first)
        #expect(attempt.error?.contains("not globally reachable") == true)
        #expect(try receiver.deliveries().isEmpty)
    }
}
