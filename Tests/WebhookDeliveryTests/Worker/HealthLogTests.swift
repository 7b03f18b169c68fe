import Lists
import Logging
import Ports
import TestSupport
import Testing
import Webhooks
@testable import WebhookDelivery

@Suite("The log")
struct HealthLogTests {
    @Test("has a line when a webhook is failing, works again, or is disabled, with its host and without the rest of its URL")
    func lines() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let lines = LoggedLines()
        let failing = try outbox.add(receiver.url("/fail?times=1&token=secret"), isOrdered: true)
        try outbox.start(retries: [0], logger: lines.logger(from: .info))
        try outbox.select()
        try outbox.wait(for: 1, .delivered, of: failing)
        let gone = try outbox.add(receiver.url("/gone?token=secret", host: "localhost"))
        try outbox.select()
        try outbox.wait(for: 1, .failed, of: gone)
        try eventually("the log says so") { lines.all.contains { $0.contains("disabled") } }
        let first = try #require(lines.all.first)
        #expect(first == "warning a webhook is failing host=127.0.0.1 reason=it answered 500 webhook=\(failing)")
        #expect(
            lines.all.filter { $0.contains("\(gone)") } == [
                "error a webhook is disabled, and is sent nothing until it is enabled host=127.0.0.1"
                    + " reason=it answered 410: it wants no more events webhook=\(gone)"
            ])
        #expect(lines.all.allSatisfy { !$0.contains("secret") && !$0.contains("token") })
    }

    @Test("has a notice when somebody pauses a webhook, and no error")
    func pause() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let lines = LoggedLines()
        let webhook = try outbox.add(receiver.url("/fail?times=1"), isOrdered: true)
        try outbox.start(retries: [0], logger: lines.logger(from: .info))
        try outbox.select()
        try outbox.wait(for: 1, .delivered, of: webhook)
        try outbox.update(webhook) { $0.health = WebhookHealth(status: .disabled, reason: "Somebody has paused it.") }
        try eventually("the log says so") { lines.all.contains { $0.contains("paused") } }
        #expect(
            lines.all.filter { !$0.hasPrefix("warning a webhook is failing") && !$0.contains("active again") } == [
                "notice a webhook is paused host=127.0.0.1 reason=Somebody has paused it. webhook=\(webhook)"
            ])
    }

    @Test("has one line a minute at most of a webhook that fails and works in turns")
    func flapping() throws {
        let box = try #require(SecretBox(key: SecretBox.makeKey()))
        var endpoint = Endpoint(Webhook(id: Identifier(verbatim: "w"), createdAt: 0, url: "http://example.com/"), box: box)
        var logged: [Int64] = []
        for time in stride(from: Int64(0), to: 180_000, by: 1_000) {
            endpoint.health.status = time / 1_000 % 2 == 0 ? .failing : .active
            if endpoint.logsStatus(at: time) { logged.append(time) }
        }
        #expect(logged == [0, 61_000, 122_000])
        endpoint.health.status = .disabled
        let isLogged = endpoint.logsStatus(at: 122_001)
        #expect(isLogged)
    }
}
