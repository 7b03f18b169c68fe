import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
import Webhooks
@testable import WebhookDelivery

@Suite("What is signed")
struct SigningTests {
    @Test("verifies before, during and after a rotation")
    func rotation() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let (old, new) = (SigningSecret.make(), SigningSecret.make())
        try receiver.setSecrets(["old": old.text, "new": new.text])
        let toOld = try outbox.add(receiver.url("/ok?name=old"), secrets: [(old, nil)])
        let toNew = try outbox.add(receiver.url("/ok?name=new"), secrets: [(old, nil)])
        try outbox.start()

        try outbox.select()
        var came = try receiver.wait(for: 2)
        #expect(came.first { $0.name == "old" }?.verified == true)
        #expect(came.first { $0.name == "new" }?.verified == false)

        let box = outbox.box
        for id in [toOld, toNew] {
            try outbox.update(id) { webhook in
                let sealed = SealedSecret(sealed: try box.seal(Array(new.text.utf8), for: id.text))
                webhook.secrets = SecretRotation.adding(sealed, to: webhook.secrets, at: TestOutbox.now())
            }
        }
        try outbox.select()
        came = try receiver.wait(for: 4)
        #expect(came[2...].allSatisfy { $0.verified == true })
        #expect(came[2...].allSatisfy { $0.headers["webhook-signature"]?.split(separator: " ").count == 2 })

        // A day later, as far as the old secret is concerned.
        for id in [toOld, toNew] { try outbox.update(id) { $0.secrets[1].expiresAt = TestOutbox.now() - 1 } }
        try outbox.select()
        came = try receiver.wait(for: 6)
        #expect(came[4...].first { $0.name == "old" }?.verified == false)
        #expect(came[4...].first { $0.name == "new" }?.verified == true)
        #expect(came[4...].allSatisfy { $0.headers["webhook-signature"]?.split(separator: " ").count == 1 })
    }

    @Test("is every attempt, under the same id and with the data as recorded")
    func attempts() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let secret = SigningSecret.make()
        try receiver.setSecrets(["a": secret.text])
        let id = try outbox.add(receiver.url("/fail?times=2&name=a"), secrets: [(secret, nil)])
        try outbox.start(retries: [0, 0, 0])
        try outbox.select()
        let delivery = try #require(try outbox.wait(for: 1, .delivered, of: id).first)
        let came = try receiver.deliveries()
        #expect(came.count == 3)
        #expect(came.allSatisfy { $0.verified == true && $0.id == delivery.eventID.text && $0.type == "item.selected" })
        #expect(came.allSatisfy { $0.headers["Content-Type"] == "application/json" })
        #expect(came.allSatisfy { $0.body.hasSuffix(",\"data\":{\"sequence\":1}}") })
        #expect(delivery.attempts.map(\.statusCode) == [500, 500, 200])
        #expect(delivery.attempts.map(\.responseBody) == ["thanks", "thanks", "thanks"])
        #expect(try outbox.webhook(id).health == WebhookHealth())
    }

    @Test("is nothing where the secret was sealed with another key")
    func otherKey() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let id = try outbox.add(receiver.url("/ok"))
        try outbox.start(box: SecretBox(key: SecretBox.makeKey()))
        try outbox.select()
        let delivery = try #require(try outbox.wait(for: 1, .failed, of: id).first)
        #expect(delivery.attempts.first?.error?.contains("secret can't be opened") == true)
        #expect(try receiver.deliveries().isEmpty)
    }

    @Test("is a list's change, made when it is sent, and a test")
    func kinds() throws {
        let receiver = try Receiver()
        let outbox = try TestOutbox()
        let secret = SigningSecret.make()
        try receiver.setSecrets(["a": secret.text])
        let id = try outbox.add(receiver.url("/ok?name=a"), secrets: [(secret, nil)])
        try outbox.start()
        try outbox.store.put(.counting(2), into: outbox.list)
        _ = try outbox.write { try $0.addTest(to: id) }
        try outbox.wait(for: 2, .delivered, of: id)
        let came = try receiver.deliveries()
        #expect(came.allSatisfy { $0.verified == true })
        #expect(Set(came.compactMap(\.type)) == ["list.changed", "webhook.test"])
        #expect(came.contains { $0.body.contains("\"list\":\"watched\",\"from\":1,\"to\":2") })
    }
}
