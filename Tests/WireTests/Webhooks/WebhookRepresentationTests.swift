import Foundations
import JSON
import Lists
import Ports
import Testing
import Wire

@Suite("Webhooks and deliveries as they are shown")
struct WebhookRepresentationTests {
    private static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return json.value.text
    }

    @Test("a webhook is shown without its secret, unless that is asked for")
    func webhook() {
        var webhook = Webhook(
            id: Identifier(verbatim: "w1"), createdAt: 0, url: "https://example.com/?a=\"b", events: [.itemSelected, .listChanged],
            lists: [NamePattern("a*")], description: "D", isOrdered: true, secrets: [SealedSecret(sealed: [1, 2, 3])])
        let start =
            #"{"id":"w1","url":"https://example.com/?a=\"b","events":["item.selected","list.changed"],"lists":["a*"],"description":"D","#
            + #""ordered":true,"status":"active","statusReason":null,"createdAt":"1970-01-01T00:00:00.000Z""#
        #expect(Self.text { WebhookRepresentation.write(webhook, to: &$0) } == start + "}")
        #expect(Self.text { WebhookRepresentation.write(webhook, secret: "whsec_x", to: &$0) } == start + #","secret":"whsec_x"}"#)
        webhook.health = WebhookHealth(status: .disabled, reason: "It answered 410.", failingSince: 1, hasExhausted: true)
        #expect(
            Self.text { WebhookRepresentation.write(webhook, to: &$0) }.contains(
                #""status":"disabled","statusReason":"It answered 410.","created"#)
        )
    }

    @Test("a delivery is shown with its attempts, the first one first")
    func delivery() {
        let attempts = [
            DeliveryAttempt(at: 1, statusCode: nil, error: "no answer", durationMilliseconds: 15_000, responseBody: ""),
            DeliveryAttempt(at: 2, statusCode: 204, error: nil, durationMilliseconds: 7, responseBody: "a\nb"),
        ]
        var delivery = Delivery(
            number: 9, id: Identifier(verbatim: "d"), webhook: Identifier(verbatim: "w"), event: 4, eventID: Identifier(verbatim: "e"),
            type: .itemAction, createdAt: 0, status: .delivered, attempts: attempts)
        let shown = Self.text { DeliveryRepresentation.write(delivery, to: &$0) }
        #expect(
            shown == #"{"id":"d","event":"item.action","eventId":"e","status":"delivered","attempts":["#
                + #"{"at":"1970-01-01T00:00:00.001Z","statusCode":null,"error":"no answer","durationMs":15000,"responseBody":""},"#
                + #"{"at":"1970-01-01T00:00:00.002Z","statusCode":204,"error":null,"durationMs":7,"responseBody":"a\nb"}],"#
                + #""nextAttemptAt":null,"createdAt":"1970-01-01T00:00:00.000Z"}"#)
        delivery.status = .pending
        delivery.attempts = []
        delivery.nextAttemptAt = 5
        #expect(
            Self.text { DeliveryRepresentation.write(delivery, to: &$0) }
                .contains(#""status":"pending","attempts":[],"nextAttemptAt":"1970-01-01T00:00:00.005Z""#))
    }
}
